"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { DataTable } from "@/components/data-table/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { useHydrated } from "@/components/ui/use-hydrated";
import { paces } from "@/lib/paces";
import { alertQueries } from "@/lib/queries/alerts";
import { openColumns, pastColumns } from "./alert-columns.tsx";
import { alertTableTexts } from "./alert-messages.ts";
import { NoRules } from "./no-rules.tsx";
import { placeOf } from "./signal-messages.ts";

/** Open alerts, or the newest closed ones. */
export function AlertTable({ state }: { state: "open" | "resolved" }) {
  const router = useRouter();
  const query = useQuery({ ...alertQueries.list(state), refetchInterval: paces.refresh.figuresMs });
  const hydrated = useHydrated();
  const list = hydrated ? query.data?.data : undefined;
  const rules = useQuery({ ...alertQueries.rules(), refetchInterval: paces.refresh.figuresMs }).data?.data
    .rules.length;
  /** Its rows. */
  const open = (id: string | undefined) => {
    const alert = list?.alerts.find((each) => each.id === id);
    if (alert !== undefined) router.push(placeOf(alert));
  };
  return (
    <div className="grid gap-2">
      <DataTable
        caption={state === "open" ? alertTableTexts.openAlerts : alertTableTexts.pastAlerts}
        columns={state === "open" ? openColumns : pastColumns}
        rows={list?.alerts}
        rowKey={({ id }) => id}
        {...(hydrated ? { read: query } : {})}
        skeletonRows={4}
        active={{ onChange: open, onOpen: open }}
        empty={
          rules === 0 ? (
            <NoRules />
          ) : (
            <EmptyState
              title={state === "open" ? alertTableTexts.noOpenAlerts : alertTableTexts.noPastAlerts}
            />
          )
        }
      />
      {list?.complete === false ? (
        <p className="text-caption text-ink-3">{alertTableTexts.newestOnly(list.alerts.length)}</p>
      ) : null}
    </div>
  );
}
