"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { CapacityAreaChart } from "@/components/charts/capacity-area-chart";
import { useSeen } from "@/components/charts/use-seen";
import { QueryError } from "@/components/layout/query-error";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Skeleton } from "@/components/ui/skeleton";
import { useClockText } from "@/components/ui/use-now";
import type { PoolPoint } from "@/lib/bff/history";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { formatAge } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { poolConditionOf, poolConditions } from "@/lib/insight/pool-condition";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import { recorderQueries } from "@/lib/queries/recorder";
import { Card } from "./card.tsx";
import { countText, newestSampleMs, type Read, unfilledOf } from "./figures.ts";

const shown = 6;
/** Steps of a drawing: a minute each. */
const steps = 60;
const hourMs = 3_600_000;
const gapStepsMs = (4 * hourMs) / steps;
const stepMs = 120_000;
const refetchInterval = paces.refresh.figuresMs;

/** Small multiples of the pools over the last hour, the worst first. */
export function PoolMultiples({ pools }: { pools: Read<Pool> | undefined }) {
  const sinceMs = Number(
    useClockText((nowMs) => String(Math.floor((nowMs - hourMs) / stepMs) * stepMs), "0"),
  );
  const recorded = useQuery({
    ...poolHistoryQueries.history({ since_ms: sinceMs, steps }),
    placeholderData: (before) => before,
    enabled: sinceMs > 0,
    refetchInterval,
  });
  const { data, dataUpdatedAt } = recorded;
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
  const cut = partly?.why === "cut" ? `The first ${formatCount(partly.read)} pools only` : undefined;
  const began = history?.began_at_ms ?? null;
  return (
    <Card
      title="Pools"
      {...(pools && pools.items.length > shown ? { actions: <More of={countText(pools)} /> } : {})}
    >
      <QueryError query={recorded} shape="strip" title="Capacity over time is not up to date" />
      {sorted === undefined ? <Skeleton className="h-40" /> : null}
      {sorted?.length === 0 ? <p className="text-ink-3">This fleet has no pool.</p> : null}
      {sorted ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
          {sorted.slice(0, shown).map((pool) => (
            <PoolMultiple
              key={pool.id}
              pool={pool}
              // Empty charts until the samples are read, so that the layout does not shift.
              samples={history === undefined ? undefined : (samples.get(pool.id) ?? [])}
              insight={insights.get(pool.id)}
              forecastFailed={forecast.error !== null}
              range={{ fromMs: Math.max(sinceMs, began ?? sinceMs), toMs: dataUpdatedAt || sinceMs + hourMs }}
            />
          ))}
        </div>
      ) : null}
      <div className="mt-2">
        <DataFreshness
          readAtMs={history && newestSampleMs(history.pools)}
          source="From the dashboard's samples of the last hour. A gap: no answer from the API."
          partial={cut}
        />
      </div>
    </Card>
  );
}

const conditionOf = (pool: Pool, insight: PoolInsight | undefined) =>
  poolConditionOf(
    {
      available: pool.available_count,
      acquired: pool.acquired_count,
      unfilled: pool.browser_pool_config.size == null ? undefined : unfilledOf(pool),
    },
    insight,
  );

function More({ of }: { of: string }) {
  return (
    <Link href={paths.pools()} className="text-label text-accent hover:underline">
      {shown} of {of} shown, all pools
    </Link>
  );
}

function PoolMultiple({
  pool,
  samples: read,
  insight,
  forecastFailed,
  range: { fromMs, toMs },
}: {
  pool: Pool;
  /** Undefined: not read yet. */
  samples: readonly PoolPoint[] | undefined;
  insight: PoolInsight | undefined;
  forecastFailed: boolean;
  range: { fromMs: number; toMs: number };
}) {
  const name = pool.name ?? pool.id;
  const { ref, seen } = useSeen<HTMLDivElement>();
  const samples = read ?? [];
  const points = samples.map(({ at_ms: atMs, available, available_min, acquired, unfilled }) => ({
    atMs,
    values: { available, available_min, acquired, unfilled },
  }));
  return (
    <article
      aria-label={`Pool ${name}`}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1"
    >
      <div className="flex min-w-0 items-baseline justify-between gap-2">
        <Link href={paths.pool(pool.id)} className="min-w-0 truncate font-medium hover:underline">
          {name}
        </Link>
        <span className="text-caption whitespace-nowrap text-ink-3">
          {outlookMessages(pool, insight, forecastFailed)}
        </span>
      </div>
      <div ref={ref} className="min-h-30">
        {seen ? (
          <CapacityAreaChart
            label={`Capacity of ${name}, last hour`}
            points={points}
            fromMs={Math.min(fromMs, toMs - 60_000)}
            toMs={toMs}
            gapMs={Math.max(paces.samples.poolGapMs, gapStepsMs)}
            heightPx={96}
          />
        ) : null}
      </div>
    </article>
  );
}

/** Why no browser is available, or when the pool is forecast to run empty. */
function outlookMessages(pool: Pool, insight: PoolInsight | undefined, failed: boolean): string {
  const unfilled = unfilledOf(pool);
  if (pool.available_count === 0)
    return unfilled > 0
      ? `empty, ${unfilled} unfilled`
      : pool.acquired_count > 0
        ? "all acquired"
        : "no browser";
  if (insight === undefined) return failed ? "no forecast: not read" : "reading…";
  if (insight.empty === null) return "too few samples for a forecast";
  const { minutes } = insight.empty;
  return minutes === null ? "does not run empty" : `empty in about ${formatAge(minutes * 60_000)}`;
}
