"use client";

import { Fragment } from "react";
import { TimeBrush } from "@/components/charts/time-brush";
import type { UrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { capacityOf, nameOf } from "../pool-capacity.ts";
import { comparePoolsTexts } from "../pool-on-demand-messages.ts";
import type { PoolSearchParams } from "../pool-search-params.ts";
import { HistoryFailure, PoolChart } from "./pool-chart.tsx";
import { PoolControls } from "./pool-controls.tsx";
import { usePoolHistory } from "./use-pool-history.ts";

/** Several pools below each other on one time axis. */
export function ComparePools({
  pools,
  notShown,
  observedAtMs,
  screen: { value, set },
  onClear,
}: {
  pools: readonly Pool[];
  /** Chosen ids that are not among the pools of the page. */
  notShown: readonly string[];
  observedAtMs: number | undefined;
  screen: Pick<UrlQuery<PoolSearchParams>, "value" | "set">;
  onClear: () => void;
}) {
  const recorded = usePoolHistory(value);
  const { range } = recorded;
  const zoom = (from: number, to: number) => set({ from, to, live: "off" });
  return (
    <section
      aria-labelledby="compared-pools"
      className="grid gap-3 rounded-lg border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="compared-pools" className="flex-1 font-semibold">
          {comparePoolsTexts.poolsCompared(formatCount(pools.length))}
        </h2>
        <PoolControls screen={value} recorded={recorded} onChange={set} withLive={false} />
        <Button onClick={onClear}>{comparePoolsTexts.stopComparing}</Button>
      </div>
      {pools.length < 2 ? (
        <p className="text-label text-ink-3">{comparePoolsTexts.selectAnotherPoolBelow}</p>
      ) : null}
      <HistoryFailure recorded={recorded} />
      {notShown.length === 0 ? null : (
        <p className="text-label break-words text-ink-2">
          {comparePoolsTexts.notOnThisPage}
          {notShown.map((id, at) => (
            <Fragment key={id}>
              {at === 0 ? "" : ", "}
              <Link href={paths.pool(id)} className="break-all text-accent underline">
                {id}
              </Link>
            </Fragment>
          ))}
          .
        </p>
      )}
      {pools.map((pool) => {
        const { size } = capacityOf(pool);
        return (
          <div key={pool.id} className="grid gap-1 border-t border-line pt-3">
            <h3 className="text-label font-medium">
              {nameOf(pool)}
              <span className="font-normal text-ink-3">
                {size === undefined
                  ? comparePoolsTexts.sizeUnknown
                  : comparePoolsTexts.size(formatCount(size))}
              </span>
            </h3>
            <PoolChart
              pool={pool}
              observedAtMs={observedAtMs}
              recorded={recorded}
              heightPx={96}
              onZoom={zoom}
              together="compared-pools"
              showsValues
            />
          </div>
        );
      })}
      {range === undefined ? null : (
        <TimeBrush
          label={comparePoolsTexts.timeRange}
          fromMs={range.fromMs}
          toMs={range.toMs}
          onZoom={zoom}
        />
      )}
    </section>
  );
}
