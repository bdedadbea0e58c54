"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { useOpenLog } from "@/components/layout/use-open-log";
import { hasRole } from "@/lib/bff/roles";
import { type Invocation, isOpen } from "@/lib/contract/invocations";
import { capturedCategories } from "@/lib/contract/telemetry";
import { parseInstant } from "@/lib/format/rfc3339";
import type { LineMark } from "@/lib/live/line-marks";
import type { LogSpan } from "@/lib/live/log-search";
import { paces } from "@/lib/paces";
import { sessionQueries } from "@/lib/queries/session";
import type { RequestFailure } from "@/lib/telemetry/frequent-failures";
import { LaterFailures } from "@/lib/telemetry/later-failures";
import type { PageRecord } from "@/lib/telemetry/page-record";
import type { PageRequest } from "@/lib/telemetry/page-request";
import { type Failures, maxBrowsers } from "./merged-logs.ts";
import { type FollowedSession, PageRecording } from "./page-recording.ts";
import { liveAtMs, type TrackedSession } from "./tracked-sessions.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";

/** What the pages of an invocation's browsers did while it ran. */
export interface PageEvents {
  readonly requests: readonly PageRequest[];
  /** Failed requests and page errors on the time axis. */
  readonly marks: readonly LineMark[];
  /** Time of the first of them, epoch milliseconds. */
  readonly firstFailureMs: number | undefined;
  readonly mostFrequentFailure: RequestFailure | undefined;
  /**
   * The source of failed requests and page errors as lines: another one once there are some that stand among the lines
   * of the log so far, not for those that come at its end.
   */
  readonly failures: Failures;
}

const nothing: Omit<PageEvents, "failures"> = {
  requests: [],
  marks: [],
  firstFailureMs: undefined,
  mostFrequentFailure: undefined,
};

const read = (record: PageRecord, failures: Failures): PageEvents => ({
  requests: record.requests,
  marks: record.marks,
  firstFailureMs: record.firstFailureMs,
  mostFrequentFailure: record.mostFrequentFailure,
  failures,
});

/**
 * What the pages of an invocation's browsers did, once everything that is stored of it was read, so that it comes at once;
 * then as it happens. Nothing for an operator who may not see it, and where nothing was captured.
 */
export function usePageRecord(invocation: Invocation, sessions: InvocationSessions): PageEvents {
  const { id } = invocation;
  const openLog = useOpenLog();
  const role = useQuery(sessionQueries.current()).data?.data.operator.role;
  const mayRead = role !== undefined && hasRole(role, "operator");
  const span = spanOf(invocation);
  const followed = mayRead && span !== undefined ? capturedSessions(sessions.seen) : [];
  const followedKey = JSON.stringify(followed);
  const [shown, setShown] = useState<{ id: string; events: PageEvents }>();
  const recording = useRef<PageRecording>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each record has its own
  const { later, before } = useMemo(() => {
    const failures = new LaterFailures();
    return { later: failures, before: { ...nothing, failures } };
  }, [openLog, id]);
  const currentSpan = useRef(span);
  useEffect(() => {
    currentSpan.current = span;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = false;
    let failures: Failures | undefined;
    const openedMs = performance.now();
    const own = new PageRecording(
      openLog,
      () => currentSpan.current ?? { fromMs: 0, toMs: 0 },
      () => {
        const { record, isRead } = own;
        const isRunning = currentSpan.current?.toMs === Number.POSITIVE_INFINITY;
        if (record?.firstFailureMs !== undefined) failures ??= record;
        else if (isRead && isRunning) failures ??= later;
        const isDue = isShown || isRead || performance.now() - openedMs > paces.deadlines.firstLinesMs;
        if (record === undefined || !isDue) return;
        if (failures === later) later.begin(record);
        const publish = () => {
          timer = undefined;
          setShown({ id, events: read(record, failures ?? later) });
        };
        if (isShown) timer ??= setTimeout(publish, paces.shown.searchMs);
        else publish();
        isShown = true;
      },
    );
    recording.current = own;
    return () => {
      clearTimeout(timer);
      own.close();
    };
  }, [openLog, id, later]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new record follows the sessions again
  useEffect(() => {
    recording.current?.follow(followed);
  }, [openLog, id, followedKey]);

  return shown?.id === id ? shown.events : before;
}

/** An event of the end of an invocation may be captured a little after it. */
const lateMs = 1_000;

/** When an invocation ran; undefined while that is unknown. A browser of a pool serves others before and after. */
function spanOf(invocation: Invocation): LogSpan | undefined {
  const fromMs = parseInstant(invocation.started_at ?? "")?.epochMs;
  const toMs = parseInstant(invocation.finished_at ?? "")?.epochMs;
  if (fromMs === undefined || (toMs === undefined && !isOpen(invocation))) return undefined;
  return { fromMs, toMs: toMs === undefined ? Number.POSITIVE_INFINITY : toMs + lateMs };
}

/** The first sessions of which there may be telemetry: of an active one the API says so, an ended one may have it stored. */
const capturedSessions = (seen: readonly TrackedSession[]): readonly FollowedSession[] =>
  seen
    .slice(0, maxBrowsers)
    .filter(({ browser, isActive }) => !isActive || capturedCategories(browser.telemetry).length > 0)
    .map((session) => ({ id: session.browser.session_id, liveAtMs: liveAtMs(session) }));
