import Link from "next/link";
import { PinBadge } from "@/components/inventory/pin-badge";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyButton } from "@/components/ui/copy-button";
import { CopyableId } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { paths } from "@/lib/paths";
import type { ForecastUnavailableReason } from "./forecast-unavailable-reason.ts";
import { nameOf } from "./pool-capacity.ts";
import { PoolChart } from "./pool-chart.tsx";
import { PoolConfigLine } from "./pool-config.tsx";
import { PoolFigures, PoolState } from "./pool-figures.tsx";
import { PoolForecast } from "./pool-forecast.tsx";
import type { RecordedPools } from "./use-pool-history.ts";

/** Summary of a pool: capacity now, forecast and history, and the main settings. */
export function PoolCard({
  pool,
  observedAtMs,
  recorded,
  insight,
  unavailableReason,
  compared,
  onCompare,
  onZoom,
}: {
  pool: Pool;
  observedAtMs: number | undefined;
  recorded: RecordedPools;
  insight: PoolInsight | undefined;
  unavailableReason: ForecastUnavailableReason | undefined;
  compared: boolean;
  onCompare: (compared: boolean) => void;
  onZoom: (fromMs: number, toMs: number) => void;
}) {
  const name = nameOf(pool);
  return (
    <article
      aria-label={`Pool ${name}`}
      className="grid min-w-0 content-start gap-4 rounded-lg border border-line bg-raised p-4"
    >
      <header className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex min-w-0 flex-1 items-center gap-1 text-lead font-semibold">
          <Link href={paths.pool(pool.id)} className="truncate hover:underline">
            {name}
          </Link>
          <CopyButton text={name} label="Copy pool name" />
          <PinBadge kind="pool" id={pool.id} lead={false} className="truncate text-label font-normal" />
        </h2>
        <PoolState pool={pool} />
        <span className="text-label text-ink-2">
          <Checkbox
            checked={compared}
            onCheckedChange={onCompare}
            label={
              <>
                Compare<span className="sr-only"> {name}</span>
              </>
            }
          />
        </span>
      </header>
      <PoolFigures pool={pool} />
      <PoolForecast insight={insight} unavailableReason={unavailableReason} />
      <PoolChart
        pool={pool}
        observedAtMs={observedAtMs}
        recorded={recorded}
        heightPx={120}
        onZoom={onZoom}
        together="pools"
      />
      <footer className="grid gap-1 border-t border-line pt-3">
        <PoolConfigLine pool={pool} />
        <p className="flex flex-wrap items-center gap-x-3 text-label text-ink-3">
          <CopyableId id={pool.id} what="pool id" />
          <span>
            created <RelativeTime at={pool.created_at} />
          </span>
        </p>
      </footer>
    </article>
  );
}
