"use client";

import type { ReactNode } from "react";
import { DataFreshness } from "@/components/ui/data-freshness";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { FillRate, PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { minutesLeft } from "@/lib/insight/pool-condition";
import { capacityOf } from "../pool-capacity.ts";
import {
  fillAlarm,
  formatBand,
  formatSource,
  formatTimeToEmpty,
  poolForecastTexts,
} from "../pool-messages.ts";
import { formatMinutes, formatRate } from "../pool-numbers.ts";
import { type ForecastUnavailableReason, unavailableMessages } from "./forecast-unavailable-reason.ts";

/**
 * When the pool runs empty, and its fill and drain rates; of one that cannot fill how much it is filled. `insight`
 * undefined: not loaded yet.
 */
export function PoolForecast({
  pool,
  insight,
  unavailableReason,
}: {
  /** With the newest counts, which may be newer than the insight's sample. */
  pool: Pool;
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
  const capacity = capacityOf(pool);
  const { available } = capacity;
  const alarm = fillAlarm(capacity, insight);
  // That a pool without a single browser to come is not emptying is no comfort, and that it is empty is said above.
  const hasTime = alarm === undefined || (minutesLeft(capacity, insight) ?? 0) > 0;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-2">
      {alarm === undefined ? null : (
        <ForecastFigure
          name={poolForecastTexts.filled}
          value={formatRate(alarm.perMinute)}
          note={alarm.started}
          info={
            <DataFreshness
              subject={poolForecastTexts.filled}
              readAtMs={sampledAtMs ?? undefined}
              source={alarm.evidence}
            />
          }
        />
      )}
      {hasTime ? (
        <ForecastFigure
          name={poolForecastTexts.timeToEmpty}
          value={formatTimeToEmpty(insight, available)}
          note={formatBand(insight, available)}
          info={
            <DataFreshness
              subject={poolForecastTexts.timeToEmpty}
              readAtMs={sampledAtMs ?? undefined}
              source={poolForecastTexts.source(formatCount(samples))}
            />
          }
        />
      ) : null}
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
