"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { usualOf } from "@/lib/format/usual";
import { paces } from "@/lib/paces";
import { invocationQueries } from "@/lib/queries/invocations";
import { actionKeyText, actionsToMeasure, findStuck, oldestQueued } from "./stuck.ts";
import { pastStateOf, stuckVerdict } from "./stuck-verdict.ts";

/** Of runs that are not over; beyond it the figures say so. */
export const openAtMost = 2_000;
const finishedAtMost = 200;
const refetchInterval = paces.refresh.countsMs;

const none: readonly never[] = [];

/** Everything that has not ended, and which of it should have. */
export function useStuck() {
  const running = useQuery({ ...invocationQueries.underWay("running", openAtMost), refetchInterval });
  const queued = useQuery({ ...invocationQueries.underWay("queued", openAtMost), refetchInterval });
  const runs = running.data?.items ?? none;
  const { measured: actions, leftOut } = actionsToMeasure(runs);
  const pasts = useQueries({
    queries: actions.map((action) => ({
      ...invocationQueries.ofAction({ ...action, status: "succeeded" }, finishedAtMost),
      staleTime: paces.refresh.slowMs,
      refetchInterval: paces.refresh.slowMs,
    })),
  });
  const measured = pasts.map((past) => {
    const usual = usualOf(past.data?.items ?? none);
    return { usual, state: pastStateOf(past, usual) };
  });
  const usual = new Map(actions.map((action, at) => [actionKeyText(action), measured[at]?.usual]));
  // As of the reading: a list that could not be renewed does not make its runs older.
  const nowMs = running.data?.observedAtMs ?? 0;
  const failed = [running, queued].find((query) => query.error !== null);
  const stuck = findStuck(runs, (key) => usual.get(key), nowMs);
  const states = measured.map(({ state }) => state);
  const isRenewed =
    failed === undefined && running.data?.stale === undefined && queued.data?.stale === undefined;
  const whole = isRenewed && running.data?.paging?.hasMore !== true;
  return {
    stuck,
    verdict: stuckVerdict({ found: stuck.length, pasts: states, leftOut, whole }),
    running: running.data,
    queued: queued.data,
    oldest: oldestQueued(queued.data?.items ?? none, queued.data?.observedAtMs ?? 0),
    /** Of each action whose past was asked for. */
    pasts: states,
    /** Actions under way whose past was not asked for. */
    leftOut,
    isRenewed,
    error: failed?.error ?? undefined,
    retry: () => void Promise.all([running.refetch(), queued.refetch()]),
    retrying: running.isFetching || queued.isFetching,
  };
}

export type Stuck = ReturnType<typeof useStuck>;
