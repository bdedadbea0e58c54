"use client";

import { Select } from "@/components/ui/select";
import type { Pool } from "@/lib/contract/pools";
import type { Read } from "./figures.ts";
import { LastActions } from "./last-actions.tsx";
import { type OverviewRange, overviewRanges, rangeWords } from "./overview-screen.ts";
import { PoolMultiples } from "./pool-multiples.tsx";
import { RunCharts } from "./run-charts.tsx";

const ranges = overviewRanges.map((value) => ({ value, label: rangeWords[value] }));

/** Everything below the figures: over time, pool by pool, and what was done. */
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
      <RunCharts range={range} />
      <PoolMultiples pools={pools} />
      <LastActions />
    </div>
  );
}
