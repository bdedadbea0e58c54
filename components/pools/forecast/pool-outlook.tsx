"use client";

import { Select } from "@/components/ui/select";
import {
  type ConsumptionSpan,
  consumptionSpans,
  defaultConsumptionSpan,
  type PoolInsight,
} from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { SetFillRateButton } from "../forms/set-fill-rate-button.tsx";
import { poolOutlookTexts } from "../pool-messages.ts";
import type { PoolSearchParams } from "../pool-search-params.ts";
import { PoolSection } from "../pool-section.tsx";
import type { ForecastUnavailableReason } from "./forecast-unavailable-reason.ts";
import { PoolForecast } from "./pool-forecast.tsx";

const spanLabel = {
  "5m": poolOutlookTexts.rateOf5Min,
  "15m": poolOutlookTexts.rateOf15Min,
  "60m": poolOutlookTexts.rateOf1H,
} as const satisfies Record<ConsumptionSpan, string>;
const spans = consumptionSpans.map((value) => ({ value, label: spanLabel[value] }));

/** Forecast of one pool, the window its drain is measured over, and its fill rate. */
export function PoolOutlook({
  pool,
  insight,
  unavailableReason,
  screen,
  onChange,
}: {
  pool: Pool;
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
          <SetFillRateButton poolId={pool.id} fill={insight?.fill} />
        </>
      }
    >
      <PoolForecast pool={pool} insight={insight} unavailableReason={unavailableReason} />
    </PoolSection>
  );
}
