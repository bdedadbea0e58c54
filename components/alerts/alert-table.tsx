"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable, type TableRead } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { Alert } from "@/lib/bff/alerts";
import { paces } from "@/lib/paces";
import { alertQueries } from "@/lib/queries/alerts";
import { openColumns, pastColumns } from "./alert-columns.tsx";
import { alertTableTexts } from "./alert-messages.ts";
import { NoRules } from "./no-rules.tsx";
import { placeOf } from "./signal-messages.ts";

/** Open alerts, the most severe first. */
export function OpenAlerts() {
  const query = useQuery({ ...alertQueries.open(), refetchInterval: paces.refresh.figuresMs });
  const hydrated = useHydrated();
  const list = hydrated ? query.data?.data : undefined;
  return (
    <div className="grid gap-2">
      <AlertTable
        caption={alertTableTexts.openAlerts}
        columns={openColumns}
        alerts={list?.alerts}
        {...(hydrated ? { read: query } : {})}
        none={alertTableTexts.noOpenAlerts}
      />
      {list?.complete === false ? (
        <p className="text-caption text-ink-3">{alertTableTexts.mostSevereOnly(list.alerts.length)}</p>
      ) : null}
    </div>
  );
}

/** Past alerts, newest first; older ones on demand. */
export function PastAlerts() {
  const query = useInfiniteQuery({ ...alertQueries.past(), refetchInterval: paces.refresh.figuresMs });
  const hydrated = useHydrated();
  const pages = hydrated ? query.data?.pages : undefined;
  const part = useRef<HTMLDivElement>(null);
  // The button is gone with the oldest page.
  const focusHandoffRef = useFocusHandoff(() => part.current?.querySelector("tbody tr:last-of-type"));
  return (
    <div ref={part} className="grid gap-2">
      <AlertTable
        caption={alertTableTexts.pastAlerts}
        columns={pastColumns}
        // One that ended meanwhile may be in two pages.
        alerts={
          pages && [
            ...new Map(
              pages.flatMap(({ data }) => data.alerts.map((alert) => [alert.id, alert] as const)),
            ).values(),
          ]
        }
        {...(hydrated
          ? {
              read: {
                error: query.error,
                isFetching: query.isFetching,
                refetch: query.refetch,
                data: pages?.[0],
              },
            }
          : {})}
        none={alertTableTexts.noPastAlerts}
      />
      {query.hasNextPage ? (
        <Button
          ref={focusHandoffRef}
          className="justify-self-start"
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {alertTableTexts.showOlder}
        </Button>
      ) : null}
    </div>
  );
}

function AlertTable({
  caption,
  columns,
  alerts,
  read,
  none,
}: {
  caption: string;
  columns: readonly Column<Alert>[];
  alerts: readonly Alert[] | undefined;
  read?: TableRead;
  /** Title of an empty table. */
  none: string;
}) {
  const router = useRouter();
  const rules = useQuery({ ...alertQueries.rules(), refetchInterval: paces.refresh.figuresMs }).data?.data
    .rules.length;
  /** Its rows. */
  const open = (id: string) => {
    const alert = alerts?.find((each) => each.id === id);
    if (alert !== undefined) router.push(placeOf(alert));
  };
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={alerts}
      rowKey={({ id }) => id}
      {...(read === undefined ? {} : { read })}
      skeletonRows={4}
      active={{ onOpen: open }}
      empty={rules === 0 ? <NoRules /> : <EmptyState title={none} />}
    />
  );
}
