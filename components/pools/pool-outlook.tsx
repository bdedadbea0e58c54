"use client";

import { Select } from "@/components/ui/select";
import {
  type DrainSpan,
  drainSpans,
  lastingMinutes,
  type PoolInsight,
  standardDrainSpan,
} from "@/lib/bff/pool-insight";
import { FillRatePanel } from "./fill-rate-panel.tsx";
import type { ForecastLack } from "./forecast-lack.ts";
import type { PoolDraft } from "./pool-changes.ts";
import { PoolForecast } from "./pool-forecast.tsx";
import { PoolRemedies } from "./pool-remedies.tsx";
import type { PoolScreen } from "./pool-screen.ts";

const spanLabel = {
  "5m": "Drain of 5 min",
  "15m": "Drain of 15 min",
  "60m": "Drain of 1 h",
} as const satisfies Record<DrainSpan, string>;
const spans = drainSpans.map((value) => ({ value, label: spanLabel[value] }));
const targets = [
  { value: "30", label: "Last 30 min" },
  { value: "60", label: "Last 1 h" },
  { value: "240", label: "Last 4 h" },
  { value: "1440", label: "Last a day" },
] as const;

/** What is ahead of one pool, and over which time its drain is read. */
export function PoolOutlook({
  insight,
  lack,
  screen,
  onChange,
}: {
  insight: PoolInsight | undefined;
  lack: ForecastLack | undefined;
  screen: PoolScreen;
  onChange: (changes: Partial<PoolScreen>, history?: "push" | "replace") => void;
}) {
  const { over = standardDrainSpan } = screen;
  return (
    <section aria-labelledby="pool-ahead" className="grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="pool-ahead" className="flex-1 font-semibold">
          Ahead
        </h2>
        <Select
          label="Time the drain is read from"
          className="!w-36"
          value={over}
          onValueChange={(next) => onChange({ over: next === standardDrainSpan ? undefined : next })}
          options={spans}
        />
      </div>
      <PoolForecast insight={insight} lack={lack} />
    </section>
  );
}

/** What would make the pool last, and the fill rate that rests on. Below the chart: it comes later than the counts, and
 *  nothing above it may jump. */
export function PoolLevers({
  insight,
  screen,
  onChange,
  onConfigure,
  onRelease,
}: {
  insight: PoolInsight | undefined;
  screen: PoolScreen;
  onChange: (changes: Partial<PoolScreen>, history?: "push" | "replace") => void;
  onConfigure: (preset: Partial<PoolDraft>) => void;
  onRelease: (wanted: number) => void;
}) {
  const { target = lastingMinutes.standard } = screen;
  if (insight === undefined) return null;
  return (
    <div className="grid gap-x-10 gap-y-4 border-t border-line pt-4 lg:grid-cols-2">
      <section aria-labelledby="pool-remedies" className="grid content-start gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="pool-remedies" className="flex-1 font-semibold">
            To make it last
          </h2>
          <Select
            label="How long the pool should last"
            className="!w-32"
            value={targets.find(({ value }) => value === String(target))?.value}
            placeholder={`Last ${target} min`}
            onValueChange={(next) =>
              onChange({ target: Number(next) === lastingMinutes.standard ? undefined : Number(next) })
            }
            options={targets}
          />
        </div>
        <PoolRemedies
          insight={insight}
          targetMinutes={target}
          onConfigure={onConfigure}
          onRelease={onRelease}
        />
      </section>
      <FillRatePanel poolId={insight.pool_id} fill={insight.fill} />
    </div>
  );
}
