"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Bell } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { notify } from "@/components/ui/toast";
import { alertTone } from "@/lib/insight/alert-tone";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { alertQueries } from "@/lib/queries/alerts";
import { alertBellMessages } from "./alert-bell-messages.ts";
import { alertBellButtonTexts } from "./alert-on-demand-messages.ts";
import { NoDataFor } from "./no-data-for.tsx";
import { placeOf } from "./signal-messages.ts";

const shown = 8;

/** Number of open, unmuted alerts, the newest of them, and whether the list is current. */
export function AlertBellButton() {
  const [open, setOpen] = useState(false);
  const { data, error } = useOpenAlerts();
  const list = data?.data;
  const loud = list?.alerts.filter(({ muted_until_ms: until }) => until === null) ?? [];
  const hitsUsers = loud.some((alert) => alertTone(alert) === "bad");
  const { name, title, mark, failed } = alertBellMessages(list, error !== null);
  return (
    <Popover
      label={alertBellButtonTexts.openAlerts}
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-80 p-0"
      trigger={
        <Button variant="ghost" size="icon" aria-label={name} className="relative">
          <Bell />
          {mark === "" ? null : (
            <span
              aria-hidden="true"
              className={clsx(
                "absolute top-0 right-0 min-w-4 rounded-full px-1 text-center text-[10px] leading-4 font-semibold",
                failed || !hitsUsers ? "bg-warn-bg text-warn" : "bg-bad-bg text-bad",
              )}
            >
              {mark}
            </span>
          )}
        </Button>
      }
    >
      <div className="flex items-baseline justify-between gap-2 border-b border-line px-3 py-2">
        <p className="font-medium">{title}</p>
        <Link
          href={paths.alerts()}
          className="text-label text-accent hover:underline"
          onClick={() => setOpen(false)}
        >
          {alertBellButtonTexts.allAlerts}
        </Link>
      </div>
      {list === undefined ? (
        <p className="px-3 py-2 text-ink-3">
          {failed ? alertBellButtonTexts.alertsCouldNotBeLoaded : alertBellButtonTexts.loading}
        </p>
      ) : (
        <ul className="max-h-80 overflow-y-auto">
          {loud.slice(0, shown).map((alert) => (
            <li key={alert.id} className="border-b border-line px-3 py-2 last:border-b-0">
              <Link
                href={placeOf(alert)}
                className="flex items-center gap-1.5 font-medium hover:underline"
                onClick={() => setOpen(false)}
              >
                <StatusGlyph
                  glyph={alert.known ? "triangle" : "question"}
                  className={alertTone(alert) === "bad" ? "text-bad" : "text-warn"}
                />
                <span className="min-w-0 truncate">{alert.label === "" ? alert.rule_name : alert.label}</span>
              </Link>
              <p className="text-label text-ink-2">
                {alert.known ? alert.message : <NoDataFor sinceMs={alert.no_data_since_ms} />}
              </p>
              <p className="text-label text-ink-3">
                {alertBellButtonTexts.fired(alert.rule_name)}
                <RelativeTime at={alert.fired_at_ms} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {list === undefined || list.open === list.loud ? null : (
        <p className="border-t border-line px-3 py-2 text-label text-ink-3">
          {alertBellButtonTexts.moreMuted(list.open - list.loud)}
        </p>
      )}
    </Popover>
  );
}

/**
 * The open alerts, at most about five seconds old; an alert that fires while the page is open is announced
 * once in a toast.
 */
function useOpenAlerts() {
  const query = useQuery({ ...alertQueries.open(), refetchInterval: paces.refresh.figuresMs });
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
