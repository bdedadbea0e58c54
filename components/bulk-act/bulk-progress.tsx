"use client";

import { ProgressStatus } from "@/components/ui/progress-status";
import { useClockText } from "@/components/ui/use-now";
import { formatCount } from "@/lib/format/numbers";
import { bulkProgressTexts } from "./bulk-act-messages.ts";
import { type BulkProgress, failedParts } from "./bulk-job.ts";

const answeredOf = ({ done, failures }: BulkProgress) => done.length + failures.length;

/** What of the progress is announced: pauses follow one another too quickly. */
export const announcedStep = (progress: BulkProgress) => ({
  share: answeredOf(progress) / progress.total,
  stage: progress.phase === "paused" ? "running" : progress.phase,
});

/** The answered calls as a bar. */
export function BulkProgressBar({ progress, label }: { progress: BulkProgress; label: string }) {
  return (
    <progress
      aria-label={label}
      value={answeredOf(progress)}
      max={progress.total}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-running [&::-moz-progress-bar]:bg-running"
    />
  );
}

/** Progress of the calls, as text and as a bar. */
export function BulkProgressView({
  progress,
  closing,
  label,
  countOf,
}: {
  progress: BulkProgress;
  /** Closing was requested while calls are in flight. */
  closing: boolean;
  /** Name of the progress bar: `Invocations answered`. */
  label: string;
  /** Formats a number of targets: `3 invocations`. */
  countOf: (count: number) => string;
}) {
  const { total, failures, inFlight, unsent, phase, pausedUntilMs } = progress;
  const answered = answeredOf(progress);
  return (
    <div className="grid gap-3">
      <BulkProgressBar progress={progress} label={label} />
      <p>
        <ProgressStatus
          text={bulkProgressTexts.progress({
            answered: formatCount(answered),
            total: formatCount(total),
            failedParts: failedParts(failures),
            phase,
            inFlight: formatCount(inFlight),
          })}
          {...announcedStep(progress)}
        />
      </p>
      {pausedUntilMs === undefined ? null : <GoesOn atMs={pausedUntilMs} />}
      {closing ? (
        <p role="alert" className="rounded-md border border-line bg-warn-bg px-3 py-2 text-warn">
          {phase === "stopping"
            ? bulkProgressTexts.waitingForTheLastAnswers
            : bulkProgressTexts.notSentYetStopFirst(countOf(unsent.length))}
        </p>
      ) : null}
    </div>
  );
}

function GoesOn({ atMs }: { atMs: number }) {
  const text = useClockText((nowMs) => `${Math.max(0, Math.ceil((atMs - nowMs) / 1000))} s`, "–");
  return (
    <p className="text-ink-3">
      {bulkProgressTexts.continuesIn}
      <span className="font-mono text-label">{text}</span>
      {bulkProgressTexts.refusedRequestsNotSentAgain}
    </p>
  );
}
