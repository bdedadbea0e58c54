"use client";

import Link from "next/link";
import { BulkReport, ReportPart } from "@/components/layout/bulk-report";
import type { BulkProgress } from "@/components/layout/bulk-run";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import type { BulkAct } from "./bulk-plan.ts";
import { summaryOf } from "./bulk-words.ts";

/** What came of it: what failed first, then what was not sent, then the new runs. */
export function BulkResult({
  act,
  progress,
  skipped,
}: {
  act: BulkAct;
  progress: BulkProgress;
  skipped: number;
}) {
  const made = progress.done.flatMap(({ id, made: newId }) => (newId === undefined ? [] : [{ id, newId }]));
  return (
    <BulkReport
      summary={summaryOf(act, progress, skipped)}
      progress={progress}
      link={(id) => <RunLink id={id} />}
    >
      {made.length === 0 ? null : (
        <ReportPart
          title="New runs"
          copyLabel="Copy ids of the new runs"
          copyText={made.map(({ newId }) => newId).join("\n")}
        >
          {made.map(({ id, newId }) => (
            <li key={newId} className="flex flex-wrap items-center gap-x-2 px-3 py-1">
              <RunLink id={newId} />
              <span className="text-ink-3">
                from <span className="font-mono text-label">{shortId(id)}</span>
              </span>
            </li>
          ))}
        </ReportPart>
      )}
    </BulkReport>
  );
}

/** In a tab of its own: the list of what came of it is shown only once. */
function RunLink({ id }: { id: string }) {
  return (
    <Link
      href={paths.invocation(id)}
      target="_blank"
      aria-label={`Run ${id}, in a new tab`}
      className="font-mono text-label text-accent hover:underline"
    >
      {id}
    </Link>
  );
}
