"use client";

import { useQuery } from "@tanstack/react-query";
import { DependentsList } from "@/components/inventory/dependents-list";
import { PinButton } from "@/components/inventory/pin-button";
import { LazyJsonView } from "@/components/json/lazy-json-view";
import { QueryError, RefreshError } from "@/components/layout/query-error";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { RelativeTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { useLastKnown } from "@/components/ui/use-last-known";
import { formatPeriod } from "@/lib/charts/periods";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { paces } from "@/lib/paces";
import { isAbsent, isNotFound } from "@/lib/queries/bff";
import { proxyQueries } from "@/lib/queries/proxies";
import { CheckHistoryStrip } from "./check-history-strip.tsx";
import { failingSinceOf, stripRangeOf } from "./check-marks.ts";
import { ProxyCheckButton } from "./proxy-check-button.tsx";
import { ProxyHistoryView, useProxyHistory } from "./proxy-history-view.tsx";
import { nameOf, placeOf } from "./proxy-location.ts";
import { ProxyMenu } from "./proxy-menu.tsx";
import { proxyFieldTexts, proxySheetTexts } from "./proxy-on-demand-messages.ts";
import type { HistoryRange } from "./proxy-range.ts";
import { byQuality, qualityRank } from "./proxy-rows.ts";
import { ProxyStatus } from "./proxy-status.tsx";
import { ProxyType } from "./proxy-type.tsx";

const stripPx = 400;

/**
 * Details of one proxy: its health, its dependents, the API's data, its recorded checks. `listed` is its row, when the
 * page has it; otherwise it is requested by id.
 */
export function ProxySheet({
  id,
  range,
  listed,
  onClose,
}: {
  id: string | undefined;
  range: HistoryRange;
  listed: FleetProxy | undefined;
  onClose: () => void;
}) {
  const query = useQuery({
    ...proxyQueries.detail(id ?? ""),
    enabled: id !== undefined && listed === undefined,
    // As often as the rows of the list.
    refetchInterval: ({ state: { error } }) =>
      isNotFound(error) || isAbsent(error) ? false : paces.refresh.listMs,
  });
  const proxy = useLastKnown(id, listed ?? query.data?.data);
  // One that was never read may be a proxy of an API that retrieves none.
  const isGone = proxy !== undefined && listed === undefined && isNotFound(query.error);
  return (
    <Sheet
      open={id !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={<span className="truncate">{proxy === undefined ? (id ?? "") : nameOf(proxy)}</span>}
      actions={
        id === undefined ? null : (
          <>
            <PinButton kind="proxy" id={id} name={proxy === undefined ? id : nameOf(proxy)} />
            {isGone ? null : <ProxyCheckButton id={id} name={proxy === undefined ? id : nameOf(proxy)} />}
            {proxy === undefined ? null : (
              <ProxyMenu key={proxy.id} proxy={proxy} isGone={isGone} onDeleted={onClose} />
            )}
          </>
        )
      }
    >
      <div className="grid gap-5">
        {proxy !== undefined ? (
          <>
            {listed === undefined ? (
              <RefreshError query={query} gone={proxySheetTexts.noLongerExists} />
            ) : null}
            <ProxyHealth key={proxy.id} proxy={proxy} range={range} />
          </>
        ) : query.error === null ? (
          <div className="grid gap-3">
            <Skeleton className="h-4 w-64" />
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-4 w-56" />
          </div>
        ) : (
          <QueryError query={query} />
        )}
        {id === undefined ? null : (
          <>
            <ProxyDependents id={id} down={proxy?.status === "unavailable"} />
            {proxy === undefined ? null : <ProxyDetails proxy={proxy} />}
            <ProxyHistoryView key={id} id={id} range={range} />
          </>
        )}
        {proxy === undefined ? null : (
          <LazyJsonView text={JSON.stringify(proxy, null, 2)} label={proxySheetTexts.allFields} />
        )}
      </div>
    </Sheet>
  );
}

/** Whether it works, since when, and its recorded checks as a strip: what is opened first. */
function ProxyHealth({ proxy, range }: { proxy: FleetProxy; range: HistoryRange }) {
  const history = useProxyHistory(proxy.id, range).data?.data;
  const { marks = [], summary } = history?.proxies[0] ?? {};
  const failingSince = proxy.status === "unavailable" ? failingSinceOf(marks) : undefined;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        <ProxyStatus proxy={proxy} />
        {failingSince === undefined ? null : (
          <span>
            {proxySheetTexts.firstFailed}
            <RelativeTime at={failingSince} />
          </span>
        )}
        <span>
          {proxySheetTexts.lastChecked}
          <RelativeTime at={proxy.last_checked} />
        </span>
      </p>
      <div className="h-4">
        {history === undefined ? null : (
          <CheckHistoryStrip
            marks={marks}
            summary={summary}
            range={stripRangeOf(history)}
            rangeLabel={formatPeriod(range)}
            widthPx={stripPx}
          />
        )}
      </div>
    </div>
  );
}

/** The proxy's dependents, before a check and after one. */
function ProxyDependents({ id, down }: { id: string; down: boolean }) {
  const query = useQuery({ ...proxyQueries.blast(id), refetchInterval: paces.refresh.countsMs });
  return <DependentsList title={down ? proxySheetTexts.affected : proxySheetTexts.usedBy} query={query} />;
}

/** The settings that the location has. */
const placeFields: readonly string[] = ["country", "state", "city"];
const fieldNames: ReadonlyMap<string, string> = new Map(Object.entries(proxyFieldTexts));

function ConfigValue({ name, value }: { name: string; value: unknown }) {
  if (name === "has_password")
    return value === true ? proxySheetTexts.passwordStored : proxySheetTexts.noPassword;
  return (
    <span className="font-mono text-label">{typeof value === "string" ? value : JSON.stringify(value)}</span>
  );
}

function ProxyDetails({ proxy }: { proxy: FleetProxy }) {
  const config = Object.entries(proxy.config ?? {}).filter(
    ([name, value]) => value !== null && value !== undefined && !placeFields.includes(name),
  );
  const rank = qualityRank(proxy.type ?? "");
  return (
    <section aria-label={proxySheetTexts.configuration} className="grid gap-2">
      <h3 className="font-semibold">{proxySheetTexts.configuration}</h3>
      <DescriptionList>
        <DescriptionItem name={proxySheetTexts.answeredFrom}>
          <span className="font-mono text-label">{proxy.ip_address || "–"}</span>
        </DescriptionItem>
        <DescriptionItem name={proxySheetTexts.type}>
          <ProxyType type={proxy.type} />
          {rank === undefined ? null : (
            <span className="text-ink-3">{proxySheetTexts.quality(rank, byQuality.length)}</span>
          )}
        </DescriptionItem>
        <DescriptionItem name={proxySheetTexts.location}>{placeOf(proxy) ?? "–"}</DescriptionItem>
        <DescriptionItem name={proxySheetTexts.protocol}>{proxy.protocol ?? "–"}</DescriptionItem>
        {config.map(([name, value]) => (
          <DescriptionItem key={name} name={fieldNames.get(name)} field={name}>
            <ConfigValue name={name} value={value} />
          </DescriptionItem>
        ))}
        <DescriptionItem name={proxySheetTexts.id}>
          <CopyableId id={proxy.id} what={proxySheetTexts.proxyId} />
        </DescriptionItem>
        <DescriptionItem name={proxySheetTexts.whatACheckTests}>
          <span className="text-ink-2">{checkMeaningOf(proxy.type)}</span>
        </DescriptionItem>
      </DescriptionList>
    </section>
  );
}

/**
 * What a check of a proxy of this type proves, and what it does not. Datacenter and isp exits are fixed
 * addresses; residential and mobile ones are drawn from a pool at each use; a custom proxy is operated by its
 * owner.
 */
function checkMeaningOf(type: string | null | undefined): string {
  switch (type) {
    case "datacenter":
    case "isp":
      return proxySheetTexts.fixedExitAddress(type);
    case "residential":
    case "mobile":
      return proxySheetTexts.changingExitAddress(type);
    case "custom":
      return proxySheetTexts.yourOwnServer;
    default:
      return proxySheetTexts.oneRequestTested;
  }
}
