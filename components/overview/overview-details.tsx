"use client";

import { InvocationCharts } from "./invocation-charts.tsx";
import { LastActions } from "./last-actions.tsx";
import { PoolMultiples } from "./pool-multiples.tsx";
import type { Fleet } from "./use-fleet.ts";

/** Below the figures: charts over time, the latest actions, and pools. Loaded lazily. `banner`: the error that the page reports. */
export function OverviewRest({
  series,
  pools,
  banner,
}: Pick<Fleet, "series" | "pools"> & { banner: unknown }) {
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
        <InvocationCharts query={series} />
        <LastActions banner={banner} />
      </div>
      <PoolMultiples query={pools} banner={banner} />
    </>
  );
}
