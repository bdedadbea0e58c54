"use client";

import Link from "next/link";
import * as z from "zod/mini";
import { StaleSince } from "@/components/data-table/table-states";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { CopyableId, Fact, Facts } from "@/components/ui/facts";
import { RelativeTime } from "@/components/ui/relative-time";
import { TruthLine } from "@/components/ui/truth-line";
import { paths } from "@/lib/paths";
import { FlushPoolButton } from "./flush-pool-button.tsx";
import { nameOf } from "./pool-capacity.ts";
import { PoolCardSkeleton } from "./pool-card-skeleton.tsx";
import { HistoryFailure, PoolChart } from "./pool-chart.tsx";
import { PoolConfigFacts } from "./pool-config.tsx";
import { PoolControls } from "./pool-controls.tsx";
import { PoolFigures, PoolState } from "./pool-figures.tsx";
import { poolWindow, standardWindow } from "./pool-window.ts";
import { usePool } from "./use-pool.ts";
import { usePoolHistory } from "./use-pool-history.ts";

const screen = z.object({ window: z.optional(poolWindow), live: z.optional(z.enum(["off"])) });

/** One pool, larger: capacity now and over time, its whole configuration, and flushing it. */
export function PoolView({ idOrName }: { idOrName: string }) {
  const { value, ignored, set } = useUrlQuery(screen);
  const { window = standardWindow } = value;
  const live = value.live !== "off";
  const { pool, truth, error, missing, retry, retrying } = usePool(idOrName, live);
  const recorded = usePoolHistory(window, live);

  if (missing) {
    return (
      <Page>
        <EmptyState
          title={`No pool is called ${idOrName}`}
          action={
            <Link href={paths.pools()} className={buttonClass()}>
              All pools
            </Link>
          }
        >
          The API knows no pool with this id or name. It may have been deleted or renamed.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title={pool === undefined ? idOrName : nameOf(pool)}
        badge={
          <>
            {pool === undefined ? null : <PoolState pool={pool} />}
            {truth?.stale === undefined ? null : <StaleSince atMs={truth.observedAtMs} />}
          </>
        }
        truth={
          <TruthLine
            readAtMs={truth?.observedAtMs}
            source="counts as the API gives them"
            stale={truth?.stale}
          />
        }
        actions={
          <>
            <PoolControls
              window={window}
              onWindowChange={(next) => set({ window: next === standardWindow ? undefined : next })}
              live={live}
              onLiveChange={(next) => set({ live: next ? undefined : "off" }, "replace")}
            />
            {pool === undefined ? null : <FlushPoolButton pool={pool} />}
          </>
        }
      />
      <IgnoredNotice ignored={ignored} />
      {error === null ? (
        <HistoryFailure recorded={recorded} />
      ) : (
        <ErrorState
          shape={pool === undefined ? "block" : "strip"}
          title={pool === undefined ? "The pool could not be loaded" : "Not up to date"}
          error={error}
          onRetry={retry}
          retrying={retrying}
        />
      )}
      {pool === undefined && error === null ? <PoolCardSkeleton /> : null}
      {pool === undefined ? null : (
        <>
          <PoolFigures pool={pool} />
          <section aria-labelledby="pool-over-time" className="grid gap-2 border-t border-line pt-4">
            <h2 id="pool-over-time" className="font-semibold">
              Over time
            </h2>
            <PoolChart pool={pool} observedAtMs={truth?.observedAtMs} recorded={recorded} heightPx={260} />
          </section>
          <section aria-labelledby="pool-facts" className="grid gap-2 border-t border-line pt-4">
            <h2 id="pool-facts" className="font-semibold">
              Configuration
            </h2>
            <Facts>
              <Fact name="id" raw>
                <CopyableId id={pool.id} what="pool id" />
              </Fact>
              <Fact name="created_at" raw>
                <RelativeTime at={pool.created_at} />
              </Fact>
            </Facts>
            <PoolConfigFacts pool={pool} />
          </section>
        </>
      )}
    </Page>
  );
}
