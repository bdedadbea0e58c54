"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Browser } from "@/lib/contract/browsers";
import { paces } from "@/lib/paces";
import { browserQueries } from "@/lib/queries/browsers";
import { invocationQueries } from "@/lib/queries/invocations";
import { type SeenSession, seenWith } from "./seen-sessions.ts";

/**
 * The sessions of a run: those the API names as active, and those it named before while this page was open. It links
 * an ended session to no run, so what ended before the page was opened stays unknown.
 */
export function useRunSessions(id: string, open: boolean) {
  const query = useQuery({
    ...invocationQueries.browsers(id),
    // A run that is over may still be giving its sessions back: what was last seen active is asked for once more.
    refetchInterval: ({ state }) => (open || state.data?.data.browsers.length ? paces.refresh.listMs : false),
  });
  const [held, setHeld] = useState<{ id: string; from: unknown; seen: readonly SeenSession[] }>();
  const before = held?.id === id ? held : undefined;
  if (query.data !== undefined && query.data !== before?.from) {
    const { data, observedAtMs } = query.data;
    const seen = seenWith(before?.seen ?? [], data.browsers, observedAtMs);
    setHeld({ id, from: query.data, seen });
  }
  const seen = before?.seen ?? [];
  const gone = seen.filter(({ isActive }) => !isActive);
  const ends = useQueries({
    queries: gone.map(({ browser }) => ({
      ...browserQueries.detail(browser.session_id),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const deletedAt = new Map<string, string>(
    ends.flatMap(({ data }) => (data?.data.deleted_at ? [[data.data.session_id, data.data.deleted_at]] : [])),
  );
  const active: readonly Browser[] | undefined = query.data?.data.browsers;
  return { query, active, seen, gone, deletedAt };
}

export type RunSessions = ReturnType<typeof useRunSessions>;
