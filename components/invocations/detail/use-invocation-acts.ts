"use client";

import { type QueryClient, useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import type { AuditEntry, AuditFilters } from "@/lib/bff/audit";
import type { TimeRange } from "@/lib/charts/time-range";
import { paces } from "@/lib/paces";
import { presentMs } from "@/lib/present";
import { auditQueries } from "@/lib/queries/audit";
import type { Page } from "@/lib/queries/bff";
import { invocationActsTexts } from "./invocation-on-demand-messages.ts";
import { isAnswerPending } from "./timeline-model.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";

/** The newest audit records read of the invocation and of each browser. */
const recordLimit = 100;
/** The newest browsers whose audit records are read, a request each. */
const maxBrowsers = 8;

interface InvocationActs {
  readonly entries: readonly AuditEntry[];
  /** What to show where there is no entry: that none exists, or why none can be shown. */
  readonly note: string;
}

const timestampOf = (ms: number) => new Date(ms).toISOString();

/** The newest list that was read with these filters, whatever others it had. */
const newestOf = (client: QueryClient, filters: AuditFilters) =>
  client
    .getQueriesData<Page<AuditEntry>>({ queryKey: auditQueries.list(filters).queryKey })
    .findLast(([, data]) => data !== undefined)?.[1];

/**
 * The audit records of operators' acts on an invocation, and of those on its browsers within `time`; read again while it
 * changes. `time`: epoch milliseconds, undefined where it is not known.
 */
export function useInvocationActs(
  id: string,
  sessions: InvocationSessions,
  time: TimeRange | undefined,
): InvocationActs {
  const client = useQueryClient();
  const refusal = useRoleReason("operator");
  const { seen, open } = sessions;
  const changes = open || seen.some(({ isActive }) => isActive);
  const browsers = seen.slice(-maxBrowsers).map(({ browser }) => browser.session_id);
  // A browser of a pool serves other invocations later, whose acts would take the place of these.
  const since = time && { since: timestampOf(time.fromMs) };
  const until = time && !changes && { until: timestampOf(time.toMs + 1) };
  const read = (filters: AuditFilters) => ({
    ...auditQueries.list({ ...filters, limit: recordLimit }),
    enabled: refusal === undefined,
    refetchInterval: ({ state }: { state: { data?: { items: readonly AuditEntry[] } | undefined } }) =>
      changes || isAnswerPending(state.data?.items ?? [], presentMs()) ? paces.refresh.figuresMs : false,
  });
  const queries = useQueries({
    queries: [
      read({ target: id }),
      ...browsers.map((target) => ({
        ...read({ target, ...since, ...until }),
        // Each end of a browser that is read may move `time`.
        enabled: refusal === undefined && !sessions.isReading,
        // What was read of it for an earlier `until`.
        placeholderData: () => newestOf(client, { target, ...since, limit: recordLimit }),
      })),
    ],
  });
  // An operator's act may have ended it; that record is written after the last read.
  const [didChange, setDidChange] = useState(changes);
  useEffect(() => {
    if (didChange === changes) return;
    setDidChange(changes);
    void client.invalidateQueries({ queryKey: auditQueries.all() });
  }, [didChange, changes, client]);
  const note = () => {
    if (refusal !== undefined) return refusal;
    if (queries.some(({ data, error }) => data === undefined && error !== null))
      return invocationActsTexts.auditNotLoaded;
    if (sessions.isListing || sessions.isReading || queries.some(({ data }) => data === undefined))
      return invocationActsTexts.loading;
    if (browsers.length === 0) return invocationActsTexts.noActs;
    const which =
      seen.length > browsers.length
        ? invocationActsTexts.itsNewestBrowsers(browsers.length)
        : invocationActsTexts.itsBrowsers;
    return invocationActsTexts.noActsOnItOr(which);
  };
  return { entries: queries.flatMap(({ data }) => data?.items ?? []), note: note() };
}
