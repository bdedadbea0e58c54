"use client";

import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import { formatCount } from "@/lib/format/numbers";
import type { PoolFormValues } from "./pool-form.ts";
import { formatMinutes, formatRate } from "./pool-messages.ts";
import { remedyMessage } from "./remedy-message.ts";

/** The smallest change of each kind that makes the pool last long enough, and its calculation. */
export function PoolRemedies({
  insight,
  targetMinutes,
  onConfigure,
  onRelease,
}: {
  insight: PoolInsight;
  targetMinutes: number;
  onConfigure: (preset: Partial<PoolFormValues>) => void;
  /** Opens the release dialog with so many preselected. */
  onRelease: (wanted: number) => void;
}) {
  const updateReason = useActReason("updatePool", "edit pools");
  const releaseReason = useActReason("releaseBrowser", "release browsers");
  const { remedies, empty } = insight;
  if (empty === null) {
    return <p className="text-label text-ink-3">Not enough data yet.</p>;
  }
  return (
    <div className="grid gap-2">
      {remedies.length === 0 ? (
        <p className="text-label text-ink-2">
          {insight.available === 0
            ? "The pool is empty but fills faster than browsers are taken. No change needed."
            : `The pool lasts ${formatMinutes(targetMinutes)} or longer. No change needed.`}
        </p>
      ) : (
        <ul className="grid">
          {remedies.map((remedy) => (
            <li
              key={remedy.kind === "none" ? remedy.of : remedy.kind}
              className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-line py-1 not-first:border-t"
            >
              <span className={`min-w-0 flex-1 ${remedy.kind === "none" ? "text-ink-3" : ""}`}>
                {remedyMessage(remedy, insight)}
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
                  onClick={() => onConfigure({ fill_rate_per_minute: String(remedy.to) })}
                >
                  Set fill rate to {remedy.to} %…
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
      <Calculation insight={insight} />
    </div>
  );
}

function Calculation({ insight }: { insight: PoolInsight }) {
  const { consumption, empty, available, unfilled } = insight;
  if (consumption === null || empty === null) return null;
  return (
    <details className="text-label text-ink-3">
      <summary className="w-fit cursor-pointer hover:text-ink">How this is calculated</summary>
      <p className="mt-1 max-w-prose">
        Now {formatCount(available)} available and {formatCount(unfilled)} missing. In{" "}
        {formatMinutes(consumption.minutes)} of samples {formatCount(consumption.taken)} browsers were taken,{" "}
        {formatCount(consumption.started)} started and {formatCount(consumption.lost)} lost. The forecast uses{" "}
        {formatRate(consumption.taken_per_minute)} taken, {formatRate(consumption.lost_per_minute)} lost and,
        while browsers are missing, {formatRate(empty.fill_per_minute)} filled. The band uses the 10th and
        90th percentile of what was taken: {formatRate(consumption.slow_per_minute)} and{" "}
        {formatRate(consumption.fast_per_minute)}, from {consumption.windows} overlapping windows. Times in
        which the size changed are left out.
      </p>
    </details>
  );
}
