"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import type { LiveClient } from "@/lib/live/live-client";
import type { LiveStatus } from "@/lib/live/live-status";
import { idleStatus } from "@/lib/live/live-status";
import { openLiveClient } from "@/lib/live/open-live-client";
import type { LiveState } from "./live-indicator.tsx";

const LiveContext = createContext<LiveClient | undefined>(undefined);
/** Whether the API fails at present, as reported by the fleet topic. */
const UpstreamFails = createContext(false);

/**
 * One live client per tab, for all pages behind sign-in. It subscribes to the fleet topic while mounted, so
 * that the indicator always has a stream to report on.
 */
export function LiveConnection({ children }: { children: ReactNode }) {
  const [client] = useState(openLiveClient);
  const [fails, setFails] = useState(false);
  useEffect(() => {
    const leave = client.subscribe("fleet", (frame) => {
      if (frame.kind === "fleet") setFails(frame.upstream === "failing");
    });
    const hurry = () => client.hurry();
    const hide = () => client.close();
    // A page restored from the back/forward cache has lost its stream.
    const show = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener("online", hurry);
    window.addEventListener("focus", hurry);
    window.addEventListener("pagehide", hide);
    window.addEventListener("pageshow", show);
    return () => {
      window.removeEventListener("online", hurry);
      window.removeEventListener("focus", hurry);
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", show);
      leave();
    };
  }, [client]);
  return (
    <LiveContext value={client}>
      <UpstreamFails value={fails}>{children}</UpstreamFails>
    </LiveContext>
  );
}

/** The tab's live client. */
export function useLiveClient(): LiveClient {
  const client = useContext(LiveContext);
  if (client === undefined) throw new TypeError("useLiveClient needs a LiveConnection around it.");
  return client;
}

const idle = () => idleStatus;
const subscribeToNothing = () => () => {};

/**
 * State of the live stream for the shell's indicator; undefined before the first attempt, and without a
 * stream.
 */
export function useLiveStatus(): LiveState | undefined {
  const client = useContext(LiveContext);
  const status = useSyncExternalStore(
    client === undefined ? subscribeToNothing : (changed) => client.watchStatus(changed),
    client === undefined ? idle : () => client.status,
    idle,
  );
  const fails = useContext(UpstreamFails);
  return useMemo(() => stateOf(status, fails), [status, fails]);
}

function stateOf({ connection, lastFrameAtMs }: LiveStatus, fails: boolean): LiveState | undefined {
  switch (connection) {
    case "idle":
      return undefined;
    case "connecting":
    case "reconnecting":
      return { state: "reconnecting", lastFrameAtMs };
    case "connected":
      return { state: fails ? "upstream_failing" : "connected", lastFrameAtMs };
    case "stale":
    case "signed_out":
      return { state: "stale", lastFrameAtMs };
  }
}
