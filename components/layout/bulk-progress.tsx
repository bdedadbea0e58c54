"use client";

import { useClockText } from "@/components/ui/use-now";
import { formatCount } from "@/lib/format/numbers";
import type { BulkProgress } from "./bulk-run.ts";

/** How far the calls are: in words for everyone, as a bar beside them. */
export function BulkProgressView({
  progress,
  closing,
  label,
  countOf,
}: {
  progress: BulkProgress;
  /** Closing was asked for while calls are under way. */
  closing: boolean;
  /** What the bar measures: `Runs answered`. */
  label: string;
  /** So many of what it is done to: `3 runs`. */
  countOf: (count: number) => string;
}) {
  const { total, done, failures, underWay, unsent, phase, pausedUntilMs } = progress;
  const answered = done.length + failures.length;
  return (
    <div className="grid gap-3">
      <progress
        aria-label={label}
        value={answered}
        max={total}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-running [&::-moz-progress-bar]:bg-running"
      />
      <p role="status">
        {formatCount(answered)} of {formatCount(total)} answered
        {failures.length === 0 ? "" : `, ${formatCount(failures.length)} failed`}
        {phase === "stopping" ? `; waiting for ${formatCount(underWay)} under way, then it stops` : ""}
        {phase === "paused" ? "; paused, as the API asks" : ""}.
      </p>
      {pausedUntilMs === undefined ? null : <GoesOn atMs={pausedUntilMs} />}
      {closing ? (
        <p role="alert" className="rounded-md border border-line bg-warn-bg px-3 py-2 text-warn">
          {phase === "stopping"
            ? "This closes once what is under way is answered."
            : `${countOf(unsent.length)} not sent yet. Stop first: what was sent cannot be taken back, and its answers appear here.`}
        </p>
      ) : null}
    </div>
  );
}

function GoesOn({ atMs }: { atMs: number }) {
  const text = useClockText((nowMs) => `${Math.max(0, Math.ceil((atMs - nowMs) / 1000))} s`, "–");
  return (
    <p className="text-ink-3">
      Goes on in <span className="font-mono text-label">{text}</span>. What was refused is not sent again.
    </p>
  );
}
