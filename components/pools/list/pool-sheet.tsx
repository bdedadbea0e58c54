"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { PinBadge } from "@/components/inventory/pin-badge";
import { PinButton } from "@/components/inventory/pin-button";
import { ProxyLink } from "@/components/inventory/proxy-link";
import { ResourceTrouble } from "@/components/inventory/resource-trouble";
import { QueryError, RefreshError } from "@/components/layout/query-error";
import { useActReason } from "@/components/layout/use-act-reason";
import type { UrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { Link } from "@/components/ui/link";
import { loadPart } from "@/components/ui/load-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { useLastKnown } from "@/components/ui/use-last-known";
import type { BrowserCapacity, PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { formatChosenDuration } from "@/lib/format/duration";
import { percentPerMinute } from "@/lib/insight/fill-rate";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { isAbsent, isNotFound } from "@/lib/queries/bff";
import { poolQueries } from "@/lib/queries/pools";
import { HistoryFailure, PoolChart } from "../charts/pool-chart.tsx";
import { PoolControls } from "../charts/pool-controls.tsx";
import { usePoolHistory } from "../charts/use-pool-history.ts";
import { PoolFigures } from "../detail/pool-figures.tsx";
import { poolHeadline } from "../detail/pool-headline.ts";
import { PoolLimitNotice } from "../detail/pool-limit-notice.tsx";
import { usePoolCause } from "../detail/use-pool-cause.ts";
import { bestRemedy, remedyMessage } from "../forecast/remedy-message.ts";
import type { PoolFormValues } from "../forms/pool-form.ts";
import { nameOf } from "../pool-capacity.ts";
import { formatConfiguredRate } from "../pool-messages.ts";
import { poolSheetTexts } from "../pool-on-demand-messages.ts";
import type { PoolSearchParams } from "../pool-search-params.ts";
import { PoolState } from "../pool-state.tsx";

const EditPoolDialog = dynamic(
  loadPart(() => import("../forms/edit-pool-dialog.tsx").then((module) => module.EditPoolDialog)),
  { ssr: false },
);

/** One pool beside the list: its state in a sentence, the smallest change that helps, its chart, its settings. */
export function PoolSheet({
  id,
  listed,
  observedAtMs,
  insight,
  capacity,
  screen,
  onClose,
}: {
  /** Undefined: closed. */
  id: string | undefined;
  /** Its row, where the page has it; otherwise it is requested by id. */
  listed: Pool | undefined;
  observedAtMs: number | undefined;
  insight: PoolInsight | undefined;
  capacity: BrowserCapacity | null | undefined;
  screen: Pick<UrlQuery<PoolSearchParams>, "value" | "set">;
  onClose: () => void;
}) {
  const query = useQuery({
    ...poolQueries.detail(id ?? ""),
    enabled: id !== undefined && listed === undefined,
    // As often as the rows of the list.
    refetchInterval: ({ state: { error } }) =>
      screen.value.live === "off" || isNotFound(error) || isAbsent(error) ? false : paces.refresh.listMs,
  });
  const pool = useLastKnown(id, listed ?? query.data?.data);
  const name = pool === undefined ? (id ?? "") : nameOf(pool);
  return (
    <Sheet
      open={id !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        <>
          <span className="truncate">{name}</span>
          {pool === undefined ? null : <PoolState pool={pool} insight={insight} />}
        </>
      }
      actions={
        id === undefined ? null : (
          <>
            <PinButton kind="pool" id={id} name={name} />
            <Link href={paths.pool(id)} className={buttonClass({ size: "sm" })}>
              {poolSheetTexts.open}
            </Link>
          </>
        )
      }
    >
      {pool !== undefined ? (
        <div className="grid gap-5">
          {listed === undefined ? <RefreshError query={query} gone={poolSheetTexts.noLongerExists} /> : null}
          <PoolSummary
            key={pool.id}
            pool={pool}
            observedAtMs={listed === undefined ? query.data?.observedAtMs : observedAtMs}
            insight={insight}
            capacity={capacity}
            screen={screen}
          />
        </div>
      ) : query.error === null ? (
        <div className="grid gap-3">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-56 w-full" />
        </div>
      ) : (
        <QueryError query={query} />
      )}
    </Sheet>
  );
}

function PoolSummary({
  pool,
  observedAtMs,
  insight,
  capacity,
  screen: { value, set },
}: {
  pool: Pool;
  observedAtMs: number | undefined;
  insight: PoolInsight | undefined;
  capacity: BrowserCapacity | null | undefined;
  screen: Pick<UrlQuery<PoolSearchParams>, "value" | "set">;
}) {
  const recorded = usePoolHistory(value, { poolId: pool.id });
  return (
    <div className="grid gap-5">
      <PoolAdvice pool={pool} insight={insight} />
      <PoolLimitNotice pool={pool} capacity={capacity} />
      <PoolFigures pool={pool} insight={insight} />
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <PoolControls screen={value} recorded={recorded} onChange={set} withLive={false} />
        </div>
        <HistoryFailure recorded={recorded} />
        <PoolChart
          pool={pool}
          observedAtMs={observedAtMs}
          recorded={recorded}
          heightPx={180}
          onZoom={(from, to) => set({ from, to, live: "off" })}
        />
      </div>
      <PoolSettings pool={pool} />
    </div>
  );
}

/** The state in a sentence, with the button of the smallest change that helps. */
function PoolAdvice({ pool, insight }: { pool: Pool; insight: PoolInsight | undefined }) {
  const [preset, setPreset] = useState<Partial<PoolFormValues>>();
  const updateReason = useActReason("updatePool", poolSheetTexts.editPools);
  const { title, detail } = poolHeadline(pool, insight);
  const cause = usePoolCause(pool, insight)?.text ?? detail;
  const remedy = insight && bestRemedy(insight.remedies);
  return (
    <section aria-label={poolSheetTexts.state} className="grid gap-2">
      <p className="text-lead font-semibold">{title}</p>
      {cause === undefined && remedy === undefined ? null : (
        <p className="text-ink-2">
          {cause} {remedy === undefined || insight === undefined ? null : remedyMessage(remedy, insight)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {remedy?.kind === "fill_rate" ? (
          <Button
            variant="primary"
            disabledReason={updateReason}
            onClick={() => setPreset({ fill_rate_per_minute: String(remedy.to) })}
          >
            {poolSheetTexts.setFillRateTo(remedy.to)}
          </Button>
        ) : null}
        {remedy?.kind === "size" ? (
          <Button
            variant="primary"
            disabledReason={updateReason}
            onClick={() => setPreset({ size: String(remedy.to) })}
          >
            {poolSheetTexts.resizeTo(remedy.to)}
          </Button>
        ) : null}
        <Button disabledReason={updateReason} onClick={() => setPreset({})}>
          {poolSheetTexts.edit}
        </Button>
      </div>
      {preset === undefined ? null : (
        <EditPoolDialog pool={pool} preset={preset} onClose={() => setPreset(undefined)} />
      )}
    </section>
  );
}

function PoolSettings({ pool }: { pool: Pool }) {
  const {
    size,
    fill_rate_per_minute: percent,
    timeout_seconds: timeout,
    proxy_id: proxyId,
    profile,
  } = pool.browser_pool_config;
  const profileId = profile?.id ?? profile?.name;
  return (
    <DescriptionList>
      {percent == null ? null : (
        <DescriptionItem name={poolSheetTexts.fillRate}>
          {size == null
            ? poolSheetTexts.ofTheSize(percent)
            : formatConfiguredRate({ percent, per_minute: percentPerMinute(percent, size) })}
        </DescriptionItem>
      )}
      {timeout == null ? null : (
        <DescriptionItem name={poolSheetTexts.timeout}>
          {formatChosenDuration(timeout * 1000)}
        </DescriptionItem>
      )}
      {proxyId == null || proxyId === "" ? null : (
        <DescriptionItem name={poolSheetTexts.proxy}>
          <ProxyLink id={proxyId} />
          <ResourceTrouble kind="proxy" id={proxyId} />
          <PinBadge kind="proxy" id={proxyId} />
        </DescriptionItem>
      )}
      {profileId === undefined || profileId === null ? null : (
        <DescriptionItem name={poolSheetTexts.profile}>
          {profile?.name ?? profileId}
          <ResourceTrouble kind="profile" id={profileId} />
          <PinBadge kind="profile" id={profileId} />
        </DescriptionItem>
      )}
      <DescriptionItem name={poolSheetTexts.created}>
        <RelativeTime at={pool.created_at} />
      </DescriptionItem>
      <DescriptionItem name={poolSheetTexts.id}>
        <CopyableId id={pool.id} what={poolSheetTexts.poolId} />
      </DescriptionItem>
    </DescriptionList>
  );
}
