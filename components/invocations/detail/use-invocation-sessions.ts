"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Browser } from "@/lib/contract/browsers";
import { paces } from "@/lib/paces";
import { browserQueries } from "@/lib/queries/browsers";
import { invocationBrowserQueries } from "@/lib/queries/invocation-browsers";
import type { NamedSession } from "./log-summary.ts";
import {
  browserOf,
  mergeEndedSessions,
  mergeTrackedSessions,
  type TrackedSession,
} from "./tracked-sessions.ts";

/**
 * The sessions of an invocation: those the API returns as active, those it returned since this page was opened, and, as
 * the API does not link an ended session to its invocation, those that were recorded or, once the invocation has ended,
 * that its log names (`named`).
 */
export function useInvocationSessions(id: string, open: boolean, named: readonly NamedSession[]) {
  const query = useQuery({
    ...invocationBrowserQueries.active(id),
    // An ended invocation may still be releasing its sessions: it is polled until none is active.
    refetchInterval: ({ state }) => (open || state.data?.data.browsers.length ? paces.refresh.listMs : false),
  });
  const recorded = useQuery(invocationBrowserQueries.recorded(id, open));
  const [tracked, setTracked] = useState<{ id: string; from: unknown; seen: readonly TrackedSession[] }>();
  const before = tracked?.id === id ? tracked : undefined;
  if (query.data !== undefined && query.data !== before?.from) {
    const { data, observedAtMs } = query.data;
    const seen = mergeTrackedSessions(before?.seen ?? [], data.browsers, observedAtMs);
    setTracked({ id, from: query.data, seen });
  }
  const observed = before?.seen ?? [];
  const known = new Set(observed.map(({ browser }) => browser.session_id));
  // Until the active ones have been read, a recorded session may be one of them; one that the log of an open invocation
  // names may become one of them at the next read.
  const ended = query.isPending
    ? []
    : mergeEndedSessions(recorded.data?.data.browsers ?? [], open ? [] : named);
  const sessions: readonly TrackedSession[] = [
    ...ended.filter(({ browser }) => !known.has(browser.session_id)),
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
    browser: browserOf(session, detailOf.get(session.browser.session_id)),
  }));
  const active: readonly Browser[] | undefined = query.data?.data.browsers;
  const gone = seen.filter(({ isActive }) => !isActive);
  return {
    query,
    recorded,
    open,
    active,
    seen,
    gone,
    /** Whether it is not known yet which sessions there are. */
    isListing: query.isPending || recorded.isPending,
    /** Whether some of those known are still read one by one. */
    isReading: details.some(({ isPending }) => isPending),
  };
}

export type InvocationSessions = ReturnType<typeof useInvocationSessions>;
