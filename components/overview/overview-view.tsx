"use client";

import type { ReactNode } from "react";
import { StackedBars } from "@/components/charts/stacked-bars";
import { StaleSince } from "@/components/data-table/table-states";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TruthLine } from "@/components/ui/truth-line";
import { attention } from "./attention.ts";
import { AttentionList } from "./attention-list.tsx";
import { FigureRow } from "./figure-row.tsx";
import { byMinute, completeness, readFromMs } from "./figures.ts";
import { PoolList } from "./pool-list.tsx";
import { useFleet } from "./use-fleet.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const barSeries = [
  { key: "succeeded", label: "succeeded", tone: "ok" },
  { key: "failed", label: "failed", tone: "bad" },
  { key: "running", label: "running", tone: "running" },
  { key: "queued", label: "queued", tone: "queued" },
] as const;

/** The fleet at a glance: what needs somebody, six figures, the last hour, the pools. */
export function OverviewView() {
  const fleet = useFleet();
  const recent = fleet.recent.data;
  const pools = fleet.pools.data;
  const nowMs = recent?.observedAtMs ?? 0;
  const items =
    recent && pools
      ? attention(
          {
            stale: fleet.stale?.reason,
            recent: recent.items,
            running: fleet.running.data?.items ?? [],
            pools: pools.items,
            proxies: fleet.proxies.data?.items ?? [],
          },
          nowMs,
        )
      : undefined;

  return (
    <Page>
      <PageHeader
        title="Overview"
        badge={fleet.stale === undefined ? undefined : <StaleSince atMs={fleet.stale.readAtMs} />}
        truth={
          <TruthLine
            readAtMs={recent?.observedAtMs}
            source="the API's lists, last hour"
            completeness={recent ? completeness(recent) : undefined}
          />
        }
      />
      {fleet.error ? (
        <ErrorState
          error={fleet.error}
          title="Part of this page could not be read"
          shape="strip"
          onRetry={fleet.retry}
          retrying={fleet.retrying}
        />
      ) : null}
      {fleet.error && items === undefined ? null : <AttentionList items={items} />}
      <FigureRow fleet={fleet} />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <Card title="Invocations by minute">
          {recent ? (
            <StackedBars
              label="Invocations by the minute they started in"
              series={barSeries}
              points={byMinute(recent.items)}
              fromMs={readFromMs(recent, nowMs - hourMs)}
              toMs={nowMs}
              stepMs={minuteMs}
            />
          ) : (
            <Skeleton className="h-48" />
          )}
          {recent?.paging?.hasMore ? (
            <p className="mt-2 text-truth text-ink-3">
              {completeness(recent)} · the hour began earlier than they reach
            </p>
          ) : null}
        </Card>
        <Card title="Pools">
          {pools === undefined ? <Skeleton className="h-48" /> : null}
          {pools && pools.items.length > 0 ? <PoolList pools={pools.items} /> : null}
          {pools?.items.length === 0 ? <p className="text-ink-3">This fleet has no pool.</p> : null}
          {pools && pools.items.length > 0 ? (
            <p className="mt-2 text-truth text-ink-3">blue acquired · green available · hatched unfilled</p>
          ) : null}
        </Card>
      </div>
    </Page>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border border-line px-3.5 py-3">
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
