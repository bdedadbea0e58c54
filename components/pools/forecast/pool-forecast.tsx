"use client";

import type { ReactNode } from "react";
import { DataFreshness } from "@/components/ui/data-freshness";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusGlyph } from "@/components/ui/status-glyph";
import type { FillRate, PoolInsight } from "@/lib/bff/pool-insight";
import { formatCount } from "@/lib/format/numbers";
import {
  alarmMessage,
  formatBand,
  formatSource,
  formatTimeToEmpty,
  poolForecastTexts,
} from "../pool-messages.ts";
import { formatMinutes, formatRate } from "../pool-numbers.ts";
import { type ForecastUnavailableReason, unavailableMessages } from "./forecast-unavailable-reason.ts";

/**
 * When the pool runs empty, its fill and drain rates, and an alarm when it cannot fill. `insight` undefined:
 * not loaded yet.
 */
export function PoolForecast({
  available,
  insight,
  unavailableReason,
}: {
  /** The newest count, which may be newer than the insight's sample. */
  available: number;
  insight: PoolInsight | undefined;
  /** Why there is none; undefined: loading. */
  unavailableReason: ForecastUnavailableReason | undefined;
}) {
  if (insight === undefined) {
    return unavailableReason === undefined ? (
      <Skeleton className="h-[54px] w-full max-sm:h-[116px]" />
    ) : (
      <p className="text-label text-ink-3">{unavailableMessages[unavailableReason]}</p>
    );
  }
  const { consumption, fill, sampled_at_ms: sampledAtMs, samples } = insight;
  return (
    <div className="grid gap-2">
      <FillAlarm insight={insight} />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-2">
        <ForecastFigure
          name={poolForecastTexts.timeToEmpty}
          value={formatTimeToEmpty(insight, available)}
          note={formatBand(insight, available)}
          info={
            <DataFreshness
              subject={poolForecastTexts.timeToEmpty}
              readAtMs={sampledAtMs ?? undefined}
              source={poolForecastTexts.samplesLast6H(formatCount(samples))}
            />
          }
        />
        <ForecastFigure
          name={poolForecastTexts.taken}
          value={formatRate(consumption?.taken_per_minute)}
          note={
            consumption === null
              ? available === 0 && poolForecastTexts.notEnoughDataYet
              : poolForecastTexts.takenIn({
                  taken: formatCount(consumption.taken),
                  duration: formatMinutes(consumption.minutes),
                })
          }
        />
        <ForecastFigure
          name={poolForecastTexts.fillRate}
          value={formatRate(fill.per_minute)}
          note={<FillNote fill={fill} />}
          info={<DataFreshness subject={poolForecastTexts.fillRate} source={observationText(fill)} />}
        />
      </dl>
    </div>
  );
}

/** Where the fill rate comes from, and what differs from it. */
function FillNote({ fill }: { fill: FillRate }) {
  const { source, set, learned, configured } = fill;
  return (
    <>
      {formatSource(fill)}
      {source === "set" && set !== null ? (
        <>
          {" "}
          <RelativeTime at={set.at_ms} />
          {learned === null ? null : `, ${poolForecastTexts.observedRate(formatRate(learned.per_minute))}`}
        </>
      ) : null}
      {configured?.met === false ? (
        <span className="text-warn">
          , {poolForecastTexts.slowerThanConfigured(formatRate(configured.per_minute))}
        </span>
      ) : null}
    </>
  );
}

const observationText = ({ learned }: FillRate) =>
  learned === null
    ? poolForecastTexts.observedOnceTwoStarted
    : poolForecastTexts.observedBetween({
        lowest: formatRate(learned.low_per_minute),
        highest: formatRate(learned.high_per_minute),
        browsers: formatCount(learned.browsers),
        duration: formatMinutes(learned.minutes),
      });

function ForecastFigure({
  name,
  value,
  note,
  info,
}: {
  name: string;
  value: string;
  note: ReactNode;
  info?: ReactNode;
}) {
  return (
    <div className="grid min-w-0 content-start">
      <dt className="flex items-center gap-1.5 text-label text-ink-3">
        {name}
        {info}
      </dt>
      <dd className="min-w-0">
        <span className="block text-lead font-semibold">{value}</span>
        <span className="block text-caption text-ink-3">{note}</span>
      </dd>
    </div>
  );
}

/** The alarm with its evidence, if any. */
function FillAlarm({ insight }: { insight: PoolInsight }) {
  const alarm = alarmMessage(insight);
  if (alarm === undefined) return null;
  return (
    <div className="flex gap-2 rounded-md bg-bad-bg px-3 py-2 text-label">
      <span className="pt-0.5 text-bad">
        <StatusGlyph glyph="cross" />
      </span>
      <p className="min-w-0">
        <strong className="font-semibold text-bad">{alarm.title}.</strong>{" "}
        <span className="text-ink-2">{alarm.evidence}</span>
      </p>
    </div>
  );
}
