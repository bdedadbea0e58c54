"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { BulkFailure, BulkProgress } from "@/components/layout/bulk-run";
import { CopyButton } from "@/components/ui/copy-button";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import type { BulkAct } from "./bulk-plan.ts";
import { summaryOf } from "./bulk-words.ts";

const lineOf = ({ id, code, message, requestId }: BulkFailure): string =>
  [id, code, message.replaceAll(/\s+/g, " "), requestId ?? ""].join("\t");

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
  const { done, failures, unsent, haltedBy } = progress;
  const made = done.flatMap(({ id, made: newId }) => (newId === undefined ? [] : [{ id, newId }]));
  return (
    <div className="grid gap-4">
      <p role="status" className="font-medium">
        {summaryOf(act, progress, skipped)}.
      </p>
      {haltedBy === undefined || unsent.length === 0 ? null : (
        <p className="text-ink-2">
          It stopped by itself: {haltedBy.message}{" "}
          <span className="font-mono text-label">{haltedBy.code}</span>
        </p>
      )}
      {failures.length === 0 ? null : (
        <Part
          title="Failures"
          copyLabel="Copy failures"
          copyText={["id\tcode\tmessage\trequest id", ...failures.map(lineOf)].join("\n")}
        >
          {failures.map((failure) => (
            <li key={failure.id} className="grid gap-0.5 px-3 py-1.5">
              <span className="flex flex-wrap items-center gap-x-2">
                <RunLink id={failure.id} />
                <span className="font-mono text-label text-bad">{failure.code}</span>
              </span>
              <span className="text-ink-2 break-words">{failure.message}</span>
              {failure.requestId === undefined ? null : (
                <span className="font-mono text-truth text-ink-3 break-all">request {failure.requestId}</span>
              )}
            </li>
          ))}
        </Part>
      )}
      {unsent.length === 0 ? null : (
        <Part title="Not sent" copyLabel="Copy ids not sent" copyText={unsent.join("\n")}>
          {unsent.map((id) => (
            <li key={id} className="px-3 py-1">
              <RunLink id={id} />
            </li>
          ))}
        </Part>
      )}
      {made.length === 0 ? null : (
        <Part
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
        </Part>
      )}
    </div>
  );
}

function Part({
  title,
  copyLabel,
  copyText,
  children,
}: {
  title: string;
  copyLabel: string;
  copyText: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title}>
      <div className="flex h-8 items-center gap-1">
        <h3 className="font-medium">{title}</h3>
        <CopyButton label={copyLabel} text={copyText} />
      </div>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {children}
      </ul>
    </section>
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
