"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from "react";
import { isZone, resolveZone, type ZoneChoice } from "@/lib/format/time-zone";

/**
 * The time zone of all displayed times, stored per browser. The server always renders UTC; the stored choice
 * applies after hydration.
 */
interface TimeZone {
  readonly choice: ZoneChoice;
  /** IANA name of the choice. */
  readonly zone: string;
  readonly choose: (choice: ZoneChoice) => void;
}

const storageKey = "fleetdeck.zone";
const changed = "fleetdeck:zone";

const TimeZoneContext = createContext<TimeZone>({ choice: "UTC", zone: "UTC", choose: () => {} });

export function TimeZoneProvider({ children }: { children: ReactNode }) {
  const choice = useSyncExternalStore(subscribe, readChoice, () => "UTC");
  const choose = useCallback((next: ZoneChoice) => {
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // Storage may be refused; the choice then lasts for this page only.
      sessionChoice = next;
    }
    window.dispatchEvent(new Event(changed));
  }, []);
  const value = useMemo(() => ({ choice, zone: resolveZone(choice), choose }), [choice, choose]);
  return <TimeZoneContext value={value}>{children}</TimeZoneContext>;
}

export function useTimeZone(): TimeZone {
  return useContext(TimeZoneContext);
}

let sessionChoice: ZoneChoice = "UTC";

function readChoice(): ZoneChoice {
  try {
    const stored = localStorage.getItem(storageKey) ?? sessionChoice;
    return stored === "local" || isZone(stored) ? stored : "UTC";
  } catch {
    return sessionChoice;
  }
}

function subscribe(notify: () => void): () => void {
  window.addEventListener("storage", notify);
  window.addEventListener(changed, notify);
  return () => {
    window.removeEventListener("storage", notify);
    window.removeEventListener(changed, notify);
  };
}
