"use client";

import { Select } from "@/components/ui/select";
import { spanLabels } from "@/components/ui/ui-messages";
import {
  type ConsumptionSpan,
  consumptionSpans,
  defaultConsumptionSpan,
  lastingMinutes,
  type PoolInsight,
} from "@/lib/bff/pool-insight";
import type { PoolFormValues } from "../forms/pool-form.ts";
import { SetFillRateButton } from "../forms/set-fill-rate-button.tsx";
import { poolOutlookTexts } from "../pool-messages.ts";
import { formatMinutes } from "../pool-numbers.ts";
import type { PoolSearchParams } from "../pool-search-params.ts";
import { PoolSection } from "../pool-section.tsx";
import type { ForecastUnavailableReason } from "./forecast-unavailable-reason.ts";
import { PoolForecast } from "./pool-forecast.tsx";
import { PoolRemedies } from "./pool-remedies.tsx";

const spanLabel = {
  "5m": poolOutlookTexts.rateOf5Min,
  "15m": poolOutlookTexts.rateOf15Min,
  "60m": poolOutlookTexts.rateOf1H,
} as const satisfies Record<ConsumptionSpan, string>;
const spans = consumptionSpans.map((value) => ({ value, label: spanLabel[value] }));
const targets = [
  { value: "30", label: spanLabels.minutes30 },
  { value: "60", label: spanLabels.hour },
  { value: "240", label: spanLabels.hours4 },
  { value: "1440", label: spanLabels.day },
] as const;

/** Forecast of one pool, the window its drain is measured over, and its fill rate. */
export function PoolOutlook({
  poolId,
  available,
  insight,
  unavailableReason,
  screen,
  onChange,
}: {
  poolId: string;
  /** The newest count. */
  available: number;
  insight: PoolInsight | undefined;
  unavailableReason: ForecastUnavailableReason | undefined;
  screen: PoolSearchParams;
  onChange: (changes: Partial<PoolSearchParams>, history?: "push" | "replace") => void;
}) {
  const { over = defaultConsumptionSpan } = screen;
  return (
    <PoolSection
      title={poolOutlookTexts.forecast}
      tools={
        <>
          <Select
            label={poolOutlookTexts.rateFrom}
            className="!w-36"
            value={over}
            onValueChange={(next) => onChange({ over: next === defaultConsumptionSpan ? undefined : next })}
            options={spans}
          />
          <SetFillRateButton poolId={poolId} fill={insight?.fill} />
        </>
      }
    >
      <PoolForecast available={available} insight={insight} unavailableReason={unavailableReason} />
    </PoolSection>
  );
}

/**
 * Remedies that make the pool last, once there is a forecast. Placed below the chart: it loads after the counts, and must
 * not move anything above.
 */
export function PoolLevers({
  insight,
  screen,
  onChange,
  onConfigure,
  onRelease,
}: {
  insight: PoolInsight | undefined;
  screen: PoolSearchParams;
  onChange: (changes: Partial<PoolSearchParams>, history?: "push" | "replace") => void;
  onConfigure: (preset: Partial<PoolFormValues>) => void;
  onRelease: (wanted: number) => void;
}) {
  const { target = lastingMinutes.standard } = screen;
  if (insight === undefined || insight.empty === null) return null;
  return (
    <PoolSection
      title={poolOutlookTexts.fixes}
      tools={
        <Select
          label={poolOutlookTexts.shouldLast}
          className="!w-32"
          value={targets.find(({ value }) => value === String(target))?.value}
          placeholder={formatMinutes(target)}
          onValueChange={(next) =>
            onChange({ target: Number(next) === lastingMinutes.standard ? undefined : Number(next) })
          }
          options={targets}
        />
      }
    >
      <PoolRemedies
        insight={insight}
        targetMinutes={target}
        onConfigure={onConfigure}
        onRelease={onRelease}
      />
    </PoolSection>
  );
}
