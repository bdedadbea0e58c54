"use client";

import { useQuery } from "@tanstack/react-query";
import { DataTable } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useHydrated } from "@/components/ui/use-hydrated";
import { paces } from "@/lib/paces";
import { alertQueries } from "@/lib/queries/alerts";
import { openColumns, pastColumns } from "./alert-columns.tsx";

/** Open alerts, or the newest closed ones. */
export function AlertTable({ state, onAddRule }: { state: "open" | "resolved"; onAddRule: () => void }) {
  const query = useQuery({ ...alertQueries.list(state), refetchInterval: paces.refresh.figuresMs });
  const hydrated = useHydrated();
  const list = hydrated ? query.data?.data : undefined;
  const rules = useQuery({ ...alertQueries.rules(), refetchInterval: paces.refresh.figuresMs }).data?.data
    .rules.length;
  return (
    <div className="grid gap-2">
      <DataTable
        caption={state === "open" ? "Open alerts" : "Alerts that are over"}
        columns={state === "open" ? openColumns : pastColumns}
        rows={list?.alerts}
        rowKey={({ id }) => id}
        {...(hydrated ? { read: query } : {})}
        skeletonRows={4}
        empty={
          rules === 0 ? (
            <EmptyState title="No rules yet" action={<Button onClick={onAddRule}>Add the first rule</Button>}>
              A rule watches one signal, such as a proxy that is down or a pool that cannot fill, and notifies
              you here and by webhook.
            </EmptyState>
          ) : (
            <EmptyState title={state === "open" ? "Nothing fires" : "Nothing has fired yet"} />
          )
        }
      />
      {list?.complete === false ? (
        <p className="text-caption text-ink-3">The newest {list.alerts.length}; there are more.</p>
      ) : null}
    </div>
  );
}
