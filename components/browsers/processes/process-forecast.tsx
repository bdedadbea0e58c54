"use client";

import { Badge } from "@/components/ui/badge";
import { type Forecast, forecast } from "@/lib/charts/slope";
import { formatAge } from "@/lib/format/duration";
import { formatBytes } from "@/lib/format/numbers";
import type { ProcessSample } from "@/lib/queries/process-history";
import { measuredMemory } from "./process-series.ts";

/** When memory will reach the operator's limit at the current trend, or why there is no forecast. */
export function ProcessForecast({
  samples,
  limitBytes,
}: {
  samples: readonly ProcessSample[];
  limitBytes: number;
}) {
  const result = forecast(measuredMemory(samples), limitBytes);
  const urgent = result.kind === "reached" || result.kind === "reaches";
  return (
    <p className="flex flex-wrap items-center gap-x-2 pb-1 pl-5 text-label text-ink-2">
      {urgent ? (
        <Badge tone={result.kind === "reached" ? "bad" : "warn"} glyph="triangle">
          {result.kind === "reached" ? "over the limit" : "reaching the limit"}
        </Badge>
      ) : null}
      <span>{formatForecast(result, limitBytes)}</span>
    </p>
  );
}

const perMinute = (perMs: number) => `${formatBytes(perMs * 60_000)} a minute`;

function formatForecast(result: Forecast, limitBytes: number): string {
  const limit = formatBytes(limitBytes);
  switch (result.kind) {
    case "reached":
      return `Uses ${limit} or more.`;
    case "reaches":
      return `Reaches ${limit} in about ${roughly(result.inMs)}, growing ${perMinute(result.perMs)} over the last ${formatAge(result.overMs)}.`;
    case "not rising":
      return `Limit ${limit}: memory did not grow in the last ${formatAge(result.overMs)}.`;
    case "unsteady":
      return `Limit ${limit}: no forecast, memory varied too much in the last ${formatAge(result.overMs)}.`;
    case "too early":
      return `Limit ${limit}: forecast in ${formatAge(result.neededMs)}.`;
  }
}

const roughly = (ms: number): string =>
  ms < 60_000
    ? "a minute"
    : ms < 120 * 60_000
      ? `${Math.round(ms / 60_000)} min`
      : `${Math.round(ms / 3_600_000)} h`;
