"use client";

import { useQuery } from "@tanstack/react-query";
import type { InventoryItem } from "@/lib/bff/inventory";
import { recordedBrowser } from "@/lib/bff/recorded-browser";
import { paces } from "@/lib/paces";
import { inventoryQueries } from "@/lib/queries/inventory";
import { storedLogQueries } from "@/lib/queries/stored-logs";

/** What this dashboard has recorded of a session that has ended. */
export function useRecordedSession(id: string, { ended, gone }: { ended: boolean; gone: boolean }) {
  const logs = useQuery({
    ...storedLogQueries.ofSession(id),
    enabled: ended,
    // The end of a log is recorded shortly after that of its session.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ ended_at_ms: endedAtMs }) => endedAtMs === null)
        ? paces.refresh.listMs
        : false,
  });
  const inventory = useQuery({ ...inventoryQueries.session(id), enabled: gone });
  const item = inventory.data?.items.find((each) => each.id === id && isSeen(each));
  return {
    logs,
    inventory,
    item,
    /** The recorded fields; undefined where there are none, or none that can be read. */
    details: item === undefined ? undefined : recordedBrowser(id, item.details),
    isPending: logs.isPending || inventory.isPending,
    isKnown: item !== undefined || (logs.data?.items.length ?? 0) > 0,
  };
}

export type RecordedSession = ReturnType<typeof useRecordedSession>;

/** An id that was only pinned says nothing about a session. */
const isSeen = ({ source }: InventoryItem) => source !== "pinned";
