"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { notify } from "@/components/ui/toast";
import { paces } from "@/lib/paces";
import { alertQueries } from "@/lib/queries/alerts";

/**
 * The open alerts, at most about five seconds old; an alert that fires while the page is open is announced
 * once in a toast.
 */
export function useOpenAlerts() {
  const query = useQuery({ ...alertQueries.list("open"), refetchInterval: paces.refresh.figuresMs });
  const announced = useRef<ReadonlySet<string>>(undefined);
  const alerts = query.data?.data.alerts;
  useEffect(() => {
    if (alerts === undefined) return;
    const before = announced.current;
    announced.current = new Set([...(before ?? []), ...alerts.map(({ id }) => id)]);
    // Alerts open at page load are shown by the bell only.
    if (before === undefined) return;
    for (const alert of alerts)
      if (!before.has(alert.id) && alert.muted_until_ms === null)
        notify.failed(
          alert.label === "" ? alert.rule_name : `${alert.rule_name}: ${alert.label}`,
          alert.message,
        );
  }, [alerts]);
  return query;
}
