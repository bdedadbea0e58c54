"use client";

import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import { formatCount } from "@/lib/format/numbers";
import type { PoolFormValues } from "../forms/pool-form.ts";
import { poolActsTexts } from "../pool-messages.ts";
import { formatMinutes, formatRate } from "../pool-numbers.ts";
import { poolRemediesTexts } from "../pool-on-demand-messages.ts";
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
  const updateReason = useActReason("updatePool", poolActsTexts.editPools);
  const releaseReason = useActReason("releaseBrowser", poolActsTexts.releaseBrowsers);
  const { remedies } = insight;
  return (
    <div className="grid gap-2">
      {remedies.length === 0 ? (
        <p className="text-label text-ink-2">
          {insight.available === 0
            ? poolRemediesTexts.emptyButFilling
            : poolRemediesTexts.lastsLongEnough(formatMinutes(targetMinutes))}
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
                  {poolRemediesTexts.resizeTo(remedy.to)}
                </Button>
              ) : null}
              {remedy.kind === "fill_rate" ? (
                <Button
                  disabledReason={updateReason}
                  onClick={() => onConfigure({ fill_rate_per_minute: String(remedy.to) })}
                >
                  {poolRemediesTexts.setFillRateTo(remedy.to)}
                </Button>
              ) : null}
              {remedy.kind === "release" ? (
                <Button disabledReason={releaseReason} onClick={() => onRelease(remedy.by)}>
                  {poolRemediesTexts.release(formatCount(remedy.by))}
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
      <summary className="w-fit cursor-pointer hover:text-ink">
        {poolRemediesTexts.howThisIsCalculated}
      </summary>
      <p className="mt-1 max-w-prose">
        {poolRemediesTexts.calculation({
          available: formatCount(available),
          missing: formatCount(unfilled),
          duration: formatMinutes(consumption.minutes),
          taken: formatCount(consumption.taken),
          started: formatCount(consumption.started),
          lost: formatCount(consumption.lost),
          takenRate: formatRate(consumption.taken_per_minute),
          lostRate: formatRate(consumption.lost_per_minute),
          fillRate: formatRate(empty.fill_per_minute),
          slowRate: formatRate(consumption.slow_per_minute),
          fastRate: formatRate(consumption.fast_per_minute),
          windows: consumption.windows,
        })}
      </p>
    </details>
  );
}
