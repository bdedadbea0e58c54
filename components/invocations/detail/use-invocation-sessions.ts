"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Browser } from "@/lib/contract/browsers";
import { paces } from "@/lib/paces";
import { browserQueries } from "@/lib/queries/browsers";
import { invocationQueries } from "@/lib/queries/invocations";
import { mergeTrackedSessions, type TrackedSession } from "./tracked-sessions.ts";

/**
 * The sessions of an invocation: those the API returns as active, those it returned since this page was opened, and
 * those that were recorded, as the API does not link an ended session to its invocation.
 */
export function useInvocationSessions(id: string, open: boolean) {
  const query = useQuery({
    ...invocationQueries.browsers(id),
    // An ended invocation may still be releasing its sessions: it is polled until none is active.
    refetchInterval: ({ state }) => (open || state.data?.data.browsers.length ? paces.refresh.listMs : false),
  });
  const recorded = useQuery(invocationQueries.recordedBrowsers(id, open));
  const [tracked, setTracked] = useState<{ id: string; from: unknown; seen: readonly TrackedSession[] }>();
  const before = tracked?.id === id ? tracked : undefined;
  if (query.data !== undefined && query.data !== before?.from) {
    const { data, observedAtMs } = query.data;
    const seen = mergeTrackedSessions(before?.seen ?? [], data.browsers, observedAtMs);
    setTracked({ id, from: query.data, seen });
  }
  const observed = before?.seen ?? [];
  const known = new Set(observed.map(({ browser }) => browser.session_id));
  // Until the active ones have been read, a recorded session may be one of them.
  const ended = query.isPending ? [] : (recorded.data?.data.browsers ?? []);
  const sessions: readonly TrackedSession[] = [
    ...ended
      .filter(({ session_id }) => !known.has(session_id))
      .map(({ session_id, seen_ms }) => ({ browser: { session_id }, lastSeenMs: seen_ms, isActive: false })),
    ...observed,
  ];
  const details = useQueries({
    queries: sessions
      .filter(({ isActive }) => !isActive)
      .map(({ browser }) => ({
        ...browserQueries.detail(browser.session_id),
        staleTime: Number.POSITIVE_INFINITY,
      })),
  });
  const detailOf = new Map(details.flatMap(({ data }) => (data ? [[data.data.session_id, data.data]] : [])));
  const seen = sessions.map((session) => ({
    ...session,
    browser: detailOf.get(session.browser.session_id) ?? session.browser,
  }));
  const active: readonly Browser[] | undefined = query.data?.data.browsers;
  return { query, recorded, open, active, seen, gone: seen.filter(({ isActive }) => !isActive) };
}

export type InvocationSessions = ReturnType<typeof useInvocationSessions>;
