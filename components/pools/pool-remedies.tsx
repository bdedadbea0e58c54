"use client";

import { Button } from "@/components/ui/button";
import type { PoolInsight, Remedy } from "@/lib/bff/pool-insight";
import { formatCount } from "@/lib/format/numbers";
import type { PoolDraft } from "./pool-changes.ts";
import { formatMinutes, formatRate } from "./pool-messages.ts";
import { useActReason } from "./use-act-reason.ts";

const lever = { release: "Releasing", fill_rate: "A higher fill rate", size: "A larger size" } as const;
const hopeless = {
  too_few_acquired: "is not enough: even all acquired ones would not do.",
  nothing_to_fill: "does not help: nothing is unfilled, and what is lost is replaced.",
  beyond_bound: "is not enough within what the API takes.",
  unknown_unit: "cannot be worked out: what was observed fits no reading of the present one.",
  not_kept: "is no promise: the pool does not keep the present one.",
  unknown_field: "cannot be worked out: the API does not report the present one.",
} as const;

const lasts = (minutes: number | null) =>
  minutes === null ? "it does not run empty" : `it lasts ${formatMinutes(minutes)}`;

function remedyMessage(remedy: Remedy): string {
  if (remedy.kind === "none") return `${lever[remedy.of]} ${hopeless[remedy.why]}`;
  if (remedy.kind === "release")
    return `Release ${formatCount(remedy.by)} acquired ${remedy.by === 1 ? "browser" : "browsers"}: ${lasts(remedy.minutes)}.`;
  if (remedy.kind === "size")
    return `Size +${formatCount(remedy.by)}, to ${remedy.to}: ${lasts(remedy.minutes)}.`;
  const unit = remedy.reading === "percent" ? "per cent of the size" : "browsers";
  return `Fill rate +${formatRate(remedy.by)}, fill_rate_per_minute ${remedy.to} (${unit}): ${lasts(remedy.minutes)}.`;
}

/** The smallest change of each kind that makes the pool last long enough, and its calculation. */
export function PoolRemedies({
  insight,
  targetMinutes,
  onConfigure,
  onRelease,
}: {
  insight: PoolInsight;
  targetMinutes: number;
  onConfigure: (preset: Partial<PoolDraft>) => void;
  /** Opens the release dialog with so many preselected. */
  onRelease: (wanted: number) => void;
}) {
  const updateReason = useActReason("updatePool", "change pools");
  const releaseReason = useActReason("releaseBrowser", "release browsers");
  const { remedies, empty } = insight;
  if (empty === null) {
    return <p className="text-label text-ink-3">Without a drain there is nothing to work out from yet.</p>;
  }
  return (
    <div className="grid gap-2">
      {remedies.length === 0 ? (
        <p className="text-label text-ink-2">
          {insight.available === 0
            ? "It is empty, and more is filled than taken: it needs time, which none of the levers gives."
            : `It lasts ${formatMinutes(targetMinutes)} or longer as it is: nothing to do.`}
        </p>
      ) : (
        <ul className="grid">
          {remedies.map((remedy) => (
            <li
              key={remedy.kind === "none" ? remedy.of : remedy.kind}
              className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-line py-1 not-first:border-t"
            >
              <span className={`min-w-0 flex-1 ${remedy.kind === "none" ? "text-ink-3" : ""}`}>
                {remedyMessage(remedy)}
              </span>
              {remedy.kind === "size" ? (
                <Button
                  disabledReason={updateReason}
                  onClick={() => onConfigure({ size: String(remedy.to) })}
                >
                  Resize to {remedy.to}…
                </Button>
              ) : null}
              {remedy.kind === "fill_rate" ? (
                <Button
                  disabledReason={updateReason}
                  onClick={() => onConfigure({ fillRate: String(remedy.to) })}
                >
                  Fill at {remedy.to}…
                </Button>
              ) : null}
              {remedy.kind === "release" ? (
                <Button disabledReason={releaseReason} onClick={() => onRelease(remedy.by)}>
                  Release {formatCount(remedy.by)}…
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <HowItWasWorkedOut insight={insight} />
    </div>
  );
}

function HowItWasWorkedOut({ insight }: { insight: PoolInsight }) {
  const { consumption, empty, available, unfilled } = insight;
  if (consumption === null || empty === null) return null;
  return (
    <details className="text-label text-ink-3">
      <summary className="w-fit cursor-pointer hover:text-ink">How this is worked out</summary>
      <p className="mt-1 max-w-prose">
        {formatCount(available)} available and {formatCount(unfilled)} unfilled; in{" "}
        {formatMinutes(consumption.minutes)} of samples {formatCount(consumption.taken)} were taken (less what
        came back), {formatCount(consumption.started)} started, {formatCount(consumption.lost)} lost. Counted
        on at {formatRate(consumption.taken_per_minute)} taken, {formatRate(consumption.lost_per_minute)} lost
        and, while something is unfilled, {formatRate(empty.fill_per_minute)} filled. The band is the same
        with the 10th and 90th percentile of what was taken ({formatRate(consumption.slow_per_minute)} and{" "}
        {formatRate(consumption.fast_per_minute)}) in {consumption.windows} overlapping windows of a third of
        that time. Moments in which the size was changed are left out. Remedies that keep no further browser
        running come first.
      </p>
    </details>
  );
}
