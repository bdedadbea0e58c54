"use client";

import { Badge } from "@/components/ui/badge";
import { type Forecast, forecast } from "@/lib/charts/slope";
import { formatAge } from "@/lib/format/duration";
import { formatBytes } from "@/lib/format/numbers";
import type { ProcessSample } from "@/lib/queries/process-history";
import { measuredMemory } from "./process-series.ts";

/** When memory reaches the operator's limit if it goes on as it did; and when that cannot be told, why. */
export function ProcessForecast({
  samples,
  limitBytes,
}: {
  samples: readonly ProcessSample[];
  limitBytes: number;
}) {
  const told = forecast(measuredMemory(samples), limitBytes);
  const urgent = told.kind === "reached" || told.kind === "reaches";
  return (
    <p className="flex flex-wrap items-center gap-x-2 pb-1 pl-5 text-label text-ink-2">
      {urgent ? (
        <Badge tone={told.kind === "reached" ? "bad" : "warn"} glyph="triangle">
          {told.kind === "reached" ? "over the limit" : "heading for the limit"}
        </Badge>
      ) : null}
      <span>{forecastWords(told, limitBytes)}</span>
    </p>
  );
}

const perMinute = (perMs: number) => `${formatBytes(perMs * 60_000)} a minute`;

function forecastWords(told: Forecast, limitBytes: number): string {
  const limit = formatBytes(limitBytes);
  switch (told.kind) {
    case "reached":
      return `It uses ${limit} or more.`;
    case "reaches":
      return `At this slope (${perMinute(told.perMs)} over the last ${formatAge(told.overMs)}) it reaches ${limit} in about ${roughly(told.inMs)}.`;
    case "not rising":
      return `Limit ${limit}: not rising towards it over the last ${formatAge(told.overMs)}.`;
    case "unsteady":
      return `Limit ${limit}: too unsteady over the last ${formatAge(told.overMs)} to say when.`;
    case "too early":
      return `Limit ${limit}: a forecast needs ${formatAge(told.neededMs)} more of measuring.`;
  }
}

const roughly = (ms: number): string =>
  ms < 60_000
    ? "a minute"
    : ms < 120 * 60_000
      ? `${Math.round(ms / 60_000)} min`
      : `${Math.round(ms / 3_600_000)} h`;
