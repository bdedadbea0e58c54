"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { notify } from "@/components/ui/toast";
import { paces } from "@/lib/paces";
import { alertQueries } from "@/lib/queries/alerts";

/** What is open, about five seconds young; one that fires while somebody looks is told in a toast, once. */
export function useOpenAlerts() {
  const query = useQuery({ ...alertQueries.list("open"), refetchInterval: paces.refresh.figuresMs });
  const seen = useRef<ReadonlySet<string>>(undefined);
  const alerts = query.data?.data.alerts;
  useEffect(() => {
    if (alerts === undefined) return;
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...alerts.map(({ id }) => id)]);
    // What was open when the page came is in the bell.
    if (before === undefined) return;
    for (const alert of alerts)
      if (!before.has(alert.id) && alert.muted_until_ms === null)
        notify.failed(
          alert.label === "" ? alert.rule_name : `${alert.rule_name}: ${alert.label}`,
          alert.words,
        );
  }, [alerts]);
  return query;
}
