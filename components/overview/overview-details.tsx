"use client";

import { InvocationCharts } from "./invocation-charts.tsx";
import { LastActions } from "./last-actions.tsx";
import { PoolMultiples } from "./pool-multiples.tsx";
import type { Fleet } from "./use-fleet.ts";

/** Below the figures: charts over time, the latest actions, and pools. Loaded lazily. */
export function OverviewRest({ series, pools }: Pick<Fleet, "series" | "pools">) {
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
        <InvocationCharts query={series} />
        <LastActions />
      </div>
      <PoolMultiples query={pools} />
    </>
  );
}
