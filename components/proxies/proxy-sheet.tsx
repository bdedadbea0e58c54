"use client";

import { useQuery } from "@tanstack/react-query";
import { PinButton } from "@/components/inventory/pin-button";
import { UsesList } from "@/components/inventory/uses-list";
import { LazyJsonView } from "@/components/json/lazy-json-view";
import { ErrorState } from "@/components/ui/error-state";
import { CopyableId, Fact, Facts } from "@/components/ui/facts";
import { RelativeTime } from "@/components/ui/relative-time";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { paces } from "@/lib/paces";
import { proxyQueries } from "@/lib/queries/proxies";
import { proofOf } from "./check-proof.ts";
import { ProxyCheckButton } from "./proxy-check-button.tsx";
import { ProxyPastView } from "./proxy-past-view.tsx";
import { nameOf, placeOf } from "./proxy-place.ts";
import type { HistoryRange } from "./proxy-range.ts";
import { ProxyStatus } from "./proxy-status.tsx";
import { ProxyType } from "./proxy-type.tsx";

/** Everything known about one proxy: what the API says, what hangs on it, what was recorded. `listed` is its row, when the page shows it; else it is asked for by id. */
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
  });
  const proxy = listed ?? query.data?.data;
  return (
    <Sheet
      open={id !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={<span className="truncate">{proxy === undefined ? (id ?? "") : nameOf(proxy)}</span>}
      actions={
        id === undefined ? null : (
          <>
            <PinButton kind="proxy" id={id} name={proxy === undefined ? id : nameOf(proxy)} />
            <ProxyCheckButton id={id} name={proxy === undefined ? id : nameOf(proxy)} />
          </>
        )
      }
    >
      <div className="grid gap-5">
        {proxy !== undefined ? (
          <ProxyFacts proxy={proxy} />
        ) : query.error === null ? (
          <div className="grid gap-3">
            <Skeleton className="h-4 w-64" />
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-4 w-56" />
          </div>
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )}
        {id === undefined ? null : (
          <>
            <ProxyBlast id={id} down={proxy?.status === "unavailable"} />
            <ProxyPastView key={id} id={id} range={range} />
          </>
        )}
        {proxy === undefined ? null : (
          <LazyJsonView text={JSON.stringify(proxy, null, 2)} label="All fields" />
        )}
      </div>
    </Sheet>
  );
}

/** What hangs on the proxy, before a check and after it. */
function ProxyBlast({ id, down }: { id: string; down: boolean }) {
  const query = useQuery({ ...proxyQueries.blast(id), refetchInterval: paces.refresh.countsMs });
  return <UsesList title={down ? "Down, and on it hang" : "What hangs on it"} query={query} />;
}

export function ProxyFacts({ proxy }: { proxy: FleetProxy }) {
  const config = Object.entries(proxy.config ?? {}).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return (
    <div className="grid gap-5">
      <Facts>
        <Fact name="Status">
          <ProxyStatus proxy={proxy} />
        </Fact>
        <Fact name="Last checked">
          <RelativeTime at={proxy.last_checked} empty="never" />
        </Fact>
        <Fact name="Answered from">
          <span className="font-mono text-label">{proxy.ip_address || "–"}</span>
        </Fact>
        <Fact name="Type">
          <ProxyType type={proxy.type} />
        </Fact>
        <Fact name="A check proves">
          <span className="text-ink-2">{proofOf(proxy.type)}</span>
        </Fact>
        <Fact name="Place">{placeOf(proxy) ?? "–"}</Fact>
        <Fact name="Protocol">{proxy.protocol ?? "–"}</Fact>
        <Fact name="Id">
          <CopyableId id={proxy.id} what="proxy id" />
        </Fact>
      </Facts>
      <section aria-label="Configuration" className="grid gap-2">
        <h3 className="font-semibold">Configuration</h3>
        {config.length === 0 ? (
          <p className="text-ink-3">The API gives none.</p>
        ) : (
          <Facts>
            {config.map(([name, value]) => (
              <Fact key={name} name={name} raw>
                <span className="font-mono text-label">
                  {typeof value === "string" ? value : JSON.stringify(value)}
                </span>
              </Fact>
            ))}
          </Facts>
        )}
      </section>
    </div>
  );
}
