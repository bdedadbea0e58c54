"use client";

import { Select } from "@/components/ui/select";
import { periodOptions } from "@/lib/charts/periods";
import type { Pool } from "@/lib/contract/pools";
import type { Read } from "./figures.ts";
import { InvocationCharts } from "./invocation-charts.tsx";
import { LastActions } from "./last-actions.tsx";
import { type OverviewRange, overviewRanges } from "./overview-search-params.ts";
import { PoolMultiples } from "./pool-multiples.tsx";

const ranges = periodOptions(overviewRanges);

/** Below the figures: charts over time, pools, and latest actions. Loaded lazily. */
export function OverviewRest({
  pools,
  range,
  onRangeChange,
}: {
  pools: Read<Pool> | undefined;
  range: OverviewRange;
  onRangeChange: (range: OverviewRange) => void;
}) {
  return (
    <div className="grid gap-5">
      <div className="-mb-3 flex items-center justify-between gap-2">
        <h2 className="font-semibold whitespace-nowrap">Over time</h2>
        <Select
          label="Range of the charts"
          value={range}
          options={ranges}
          onValueChange={onRangeChange}
          className="!w-36"
        />
      </div>
      <InvocationCharts range={range} />
      <PoolMultiples pools={pools} />
      <LastActions />
    </div>
  );
}
