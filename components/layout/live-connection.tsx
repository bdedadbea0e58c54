"use client";

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { LiveClient } from "@/lib/live/live-client";
import type { LiveStatus } from "@/lib/live/live-status";
import { openLiveClient } from "@/lib/live/open-live-client";

const LiveContext = createContext<LiveClient | undefined>(undefined);

/** The one live client of this tab. It stays on the fleet topic, so that the shell always knows how the line is. */
export function LiveConnection({ children }: { children: ReactNode }) {
  const [client] = useState(openLiveClient);
  useEffect(() => client.subscribe("fleet", () => undefined), [client]);
  return <LiveContext value={client}>{children}</LiveContext>;
}

export function useLiveClient(): LiveClient {
  const client = useContext(LiveContext);
  if (client === undefined) throw new Error("useLiveClient needs LiveConnection around it");
  return client;
}

export function useLiveStatus(): LiveStatus {
  const client = useLiveClient();
  return useSyncExternalStore(
    (changed) => client.watchStatus(changed),
    () => client.status,
    () => client.status,
  );
}
