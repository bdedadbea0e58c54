"use client";

import { Badge } from "@/components/ui/badge";
import { type Forecast, forecast } from "@/lib/charts/slope";
import { formatAge, formatTimeLeft } from "@/lib/format/duration";
import { formatBytes } from "@/lib/format/numbers";
import type { ProcessSample } from "@/lib/queries/process-history";
import { processForecastTexts } from "./process-messages.ts";
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
          {result.kind === "reached"
            ? processForecastTexts.overTheLimit
            : processForecastTexts.reachingTheLimit}
        </Badge>
      ) : null}
      <span>{formatForecast(result, limitBytes)}</span>
    </p>
  );
}

const perMinute = (perMs: number) => processForecastTexts.bytesPerMinute(formatBytes(perMs * 60_000));

function formatForecast(result: Forecast, limitBytes: number): string {
  const limit = formatBytes(limitBytes);
  switch (result.kind) {
    case "reached":
      return processForecastTexts.usesLimitOrMore(limit);
    case "reaches":
      return processForecastTexts.reachesLimitIn(
        limit,
        roughly(result.inMs),
        perMinute(result.perMs),
        formatAge(result.overMs),
      );
    case "not_rising":
      return processForecastTexts.memoryDidNotGrow(limit, formatAge(result.overMs));
    case "unsteady":
      return processForecastTexts.memoryVariedTooMuch(limit, formatAge(result.overMs));
    case "too_early":
      return processForecastTexts.forecastIn(limit, formatAge(result.neededMs));
  }
}

const roughly = (ms: number): string => (ms < 60_000 ? processForecastTexts.oneMinute : formatTimeLeft(ms));
