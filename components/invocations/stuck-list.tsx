"use client";

import Link from "next/link";
import { DurationText } from "@/components/ui/duration-text";
import { formatCount } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { CancelInvocation } from "./cancel-invocation.tsx";
import { evidenceOf, type StuckRun } from "./stuck.ts";

const shownAtMost = 50;

/** The runs that should be over, the longest first. */
export function StuckList({ id, stuck }: { id: string; stuck: readonly StuckRun[] }) {
  return (
    <ul id={id} aria-label="Runs that look stuck" className="max-h-80 overflow-y-auto border-t border-line">
      {stuck.slice(0, shownAtMost).map((each) => (
        <StuckRow key={each.run.id} stuck={each} />
      ))}
      {stuck.length > shownAtMost ? (
        <li className="px-3 py-1.5 text-label text-ink-3">
          The {shownAtMost} longest are shown, of {formatCount(stuck.length)}.
        </li>
      ) : null}
    </ul>
  );
}

/** A run that should be over: what it is, why one thinks so, and its end. */
function StuckRow({ stuck: { run, reason } }: { stuck: StuckRun }) {
  const name = run.action_name ?? "run";
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 last:border-b-0">
      <Link
        href={paths.invocation(run.id)}
        className="min-w-0 truncate font-medium hover:underline"
        title={run.id}
      >
        {name} <span className="font-mono text-label font-normal text-ink-3">{shortId(run.id)}</span>
      </Link>
      <span className="text-label text-ink-3">
        {run.app_name} <span className="font-mono">{run.version}</span>
      </span>
      <span className="min-w-0 flex-1 basis-52 text-label text-ink-2">
        running <DurationText from={run.started_at} running />, {evidenceOf(reason)}
        {reason.kind === "past_limit" ? " · certain" : ""}
      </span>
      <CancelInvocation invocation={run} />
    </li>
  );
}
