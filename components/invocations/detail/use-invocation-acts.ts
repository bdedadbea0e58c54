"use client";

import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import type { AuditEntry } from "@/lib/bff/audit";
import { paces } from "@/lib/paces";
import { presentMs } from "@/lib/present";
import { auditQueries } from "@/lib/queries/audit";
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

/** The audit records of operators' acts on an invocation and on its browsers; read again while it changes. */
export function useInvocationActs(id: string, sessions: InvocationSessions): InvocationActs {
  const client = useQueryClient();
  const refusal = useRoleReason("operator");
  const { seen, open } = sessions;
  const changes = open || seen.some(({ isActive }) => isActive);
  const browsers = seen.slice(-maxBrowsers).map(({ browser }) => browser.session_id);
  const queries = useQueries({
    queries: [id, ...browsers].map((target) => ({
      ...auditQueries.list({ target, limit: recordLimit }),
      enabled: refusal === undefined,
      refetchInterval: ({ state }: { state: { data?: { items: readonly AuditEntry[] } | undefined } }) =>
        changes || isAnswerPending(state.data?.items ?? [], presentMs()) ? paces.refresh.figuresMs : false,
    })),
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
      return invocationActsTexts.auditCouldNotLoaded;
    if (queries.some(({ data }) => data === undefined)) return invocationActsTexts.loading;
    if (browsers.length === 0) return invocationActsTexts.noActs;
    const which =
      seen.length > browsers.length
        ? invocationActsTexts.itsNewestBrowsers(browsers.length)
        : invocationActsTexts.itsBrowsers;
    return invocationActsTexts.noActsOnItOr(which);
  };
  return { entries: queries.flatMap(({ data }) => data?.items ?? []), note: note() };
}
