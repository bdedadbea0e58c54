"use client";

import { useQuery } from "@tanstack/react-query";
import { capacitySeries } from "@/components/charts/capacity-series";
import { CapacitySparkline } from "@/components/charts/capacity-sparkline";
import { PoolConditionText } from "@/components/inventory/pool-condition-text";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Link } from "@/components/ui/link";
import { useClockText } from "@/components/ui/use-now";
import { stepStartMs } from "@/lib/bff/clock-step";
import type { PoolPoint } from "@/lib/bff/history";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import { hourMs } from "@/lib/bff/time-units";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolConditionLook } from "@/lib/format/pool-condition";
import { type PoolCondition, poolConditionOf, poolConditions } from "@/lib/insight/pool-condition";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import { recorderQueries } from "@/lib/queries/recorder";
import { CardError } from "./card-error.tsx";
import { countText, newestSampleMs, oldestSampleMs, unfilledOf } from "./figures.ts";
import { poolMultiplesTexts } from "./overview-on-demand-messages.ts";
import { PoolTilesSkeleton, tileClass, tilesClass } from "./overview-skeleton.tsx";
import type { Fleet } from "./use-fleet.ts";

const shown = 6;
/** Steps of a drawing: a minute each. */
const steps = 60;
const gapStepsMs = (4 * hourMs) / steps;
const stepMs = 120_000;
const refetchInterval = paces.refresh.figuresMs;
const none: readonly PoolPoint[] = [];

/** Small multiples of the pools over the last hour, the worst first. `banner`: the error that the page reports. */
export function PoolMultiples({ query, banner }: { query: Fleet["pools"]; banner: unknown }) {
  const pools = query.data;
  const sinceMs = Number(useClockText((nowMs) => String(stepStartMs(nowMs - hourMs, stepMs)), "0"));
  const recorded = useQuery({
    ...poolHistoryQueries.history({ since_ms: sinceMs, steps }),
    placeholderData: (before) => before,
    enabled: sinceMs > 0,
    refetchInterval,
  });
  const { data } = recorded;
  const forecast = useQuery({ ...poolHistoryQueries.insight({}), refetchInterval });
  const insights = new Map(forecast.data?.data.pools.map((insight) => [insight.pool_id, insight]));
  const history = data?.data;
  const samples = new Map(history?.pools.map((pool) => [pool.pool_id, pool.samples]));
  const rankOf = (pool: Pool) => poolConditions.indexOf(conditionOf(pool, insights.get(pool.id)));
  const sorted = pools?.items.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || unfilledOf(b) - unfilledOf(a) || a.available_count - b.available_count,
  );
  // The same query as the top bar's.
  const recorder = useQuery({ ...recorderQueries.state(), refetchInterval: paces.refresh.calmMs });
  const partly = recorder.data?.data.lists.find(({ list }) => list === "pools")?.partly;
  const cut =
    partly?.why === "cut" ? poolMultiplesTexts.theFirstPoolsOnly(formatCount(partly.read)) : undefined;
  // The range of a young fleet begins with its first sample.
  const fromMs = Math.max(sinceMs, (history && oldestSampleMs(history.pools)) ?? sinceMs);
  return (
    <section
      aria-label={poolMultiplesTexts.pools}
      className="min-w-0 overflow-hidden rounded-lg border border-line"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-3.5 py-1.5">
        <h2 className="font-semibold">{poolMultiplesTexts.pools}</h2>
        {pools && pools.items.length > shown ? (
          <Link href={paths.pools()} className="text-label text-accent hover:underline">
            {poolMultiplesTexts.all(countText(pools))}
          </Link>
        ) : null}
        <DataFreshness
          subject={poolMultiplesTexts.pools}
          readAtMs={history && newestSampleMs(history.pools)}
          source={poolMultiplesTexts.source}
          partial={cut}
        />
        <Legend />
      </div>
      <CardError
        query={recorded}
        title={data ? poolMultiplesTexts.capacityNotUpToDate : poolMultiplesTexts.capacityCouldNotBeRead}
        banner={banner}
        // Without pools there is nothing to draw it in.
        missing={
          data || !sorted?.length ? null : (
            <p className="px-3.5 py-3 text-ink-3">{poolMultiplesTexts.capacityCouldNotBeRead}</p>
          )
        }
      />
      {sorted === undefined ? <Absent failed={query.error !== null} /> : null}
      {sorted?.length === 0 ? (
        <p className="px-3.5 py-3 text-ink-3">{poolMultiplesTexts.noPoolsYet}</p>
      ) : null}
      {sorted && sorted.length > 0 ? (
        <div className={tilesClass}>
          {sorted.slice(0, shown).map((pool) => (
            <PoolTile
              key={pool.id}
              pool={pool}
              samples={samples.get(pool.id) ?? none}
              condition={conditionOf(pool, insights.get(pool.id))}
              range={{ fromMs, toMs: data?.observedAtMs ?? sinceMs + hourMs }}
            />
          ))}
        </div>
      ) : null}
    </section>
  );
}

/** In place of the pools; the page reports an error, with Retry. */
const Absent = ({ failed }: { failed: boolean }) =>
  failed ? (
    <p className="px-3.5 py-3 text-ink-3">{poolMultiplesTexts.couldNotBeRead}</p>
  ) : (
    <PoolTilesSkeleton />
  );

const conditionOf = (pool: Pool, insight: PoolInsight | undefined) =>
  poolConditionOf(
    {
      available: pool.available_count,
      acquired: pool.acquired_count,
      unfilled: pool.browser_pool_config.size == null ? undefined : unfilledOf(pool),
    },
    insight,
  );

function Legend() {
  return (
    <span aria-hidden="true" className="ml-auto flex flex-wrap gap-x-3.5 text-label text-ink-2 max-sm:hidden">
      {capacitySeries.map(({ key, label, swatch }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <i className={`size-2.5 rounded-[2px] border border-line ${swatch}`} />
          {label}
        </span>
      ))}
    </span>
  );
}

/** A pool in the height of three lines: its name, its hour and what is available. */
function PoolTile({
  pool,
  samples,
  condition,
  range: { fromMs, toMs },
}: {
  pool: Pool;
  samples: readonly PoolPoint[];
  condition: PoolCondition;
  range: { fromMs: number; toMs: number };
}) {
  const name = pool.name ?? pool.id;
  const { size } = pool.browser_pool_config;
  const points = samples.map(({ at_ms: atMs, available, acquired, unfilled }) => ({
    atMs,
    values: { available, acquired, unfilled },
  }));
  return (
    <article aria-label={poolMultiplesTexts.pool(name)} className={tileClass}>
      <div className="flex min-w-0 items-center justify-between gap-2">
        <Link href={paths.pool(pool.id)} className="min-w-0 truncate font-medium hover:underline">
          {name}
        </Link>
        <span className="text-label">
          <PoolConditionText condition={condition} />
        </span>
      </div>
      <CapacitySparkline
        size="tile"
        label={poolMultiplesTexts.capacityOfLastHour(name)}
        points={points}
        fromMs={Math.min(fromMs, toMs - 60_000)}
        toMs={toMs}
        gapMs={Math.max(paces.samples.poolGapMs, gapStepsMs)}
        tone={poolConditionLook(condition).tone}
      />
      <p className="text-label text-ink-2">
        {poolMultiplesTexts.available({
          available: formatCount(pool.available_count),
          isSizeUnknown: size == null,
          size: formatCount(size),
        })}
      </p>
    </article>
  );
}
