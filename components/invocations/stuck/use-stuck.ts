"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { usualDurationOf } from "@/lib/format/usual-duration";
import { paces } from "@/lib/paces";
import { invocationQueries } from "@/lib/queries/invocations";
import { actionKeyText, actionsToMeasure, findStuck, oldestQueued } from "./stuck.ts";
import { baselineStateOf, stuckVerdict } from "./stuck-verdict.ts";

/** Limit of open invocations to read; beyond it the figures state it. */
export const openInvocationLimit = 2_000;
const finishedInvocationLimit = 200;
const refetchInterval = paces.refresh.countsMs;

const none: readonly never[] = [];

/** All open invocations, and those that should have ended. */
export function useStuck() {
  const running = useQuery({
    ...invocationQueries.inFlight("running", openInvocationLimit),
    refetchInterval,
  });
  const queued = useQuery({ ...invocationQueries.inFlight("queued", openInvocationLimit), refetchInterval });
  const invocations = running.data?.items ?? none;
  const { measured: actions, leftOut } = actionsToMeasure(invocations);
  const histories = useQueries({
    queries: actions.map((action) => ({
      ...invocationQueries.ofAction({ ...action, status: "succeeded" }, finishedInvocationLimit),
      staleTime: paces.refresh.slowMs,
      refetchInterval: paces.refresh.slowMs,
    })),
  });
  const measured = histories.map((past) => {
    const usual = usualDurationOf(past.data?.items ?? none);
    return { usual, state: baselineStateOf(past, usual) };
  });
  const usual = new Map(actions.map((action, at) => [actionKeyText(action), measured[at]?.usual]));
  // The time of the read: invocations of a stale list do not age.
  const nowMs = running.data?.observedAtMs ?? 0;
  const failed = [running, queued].find((query) => query.error !== null);
  const stuck = findStuck(invocations, (key) => usual.get(key), nowMs);
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
    /** Baselines of the actions whose history was requested. */
    pasts: states,
    /** Number of running actions whose history was not requested. */
    leftOut,
    isRenewed,
    error: failed?.error ?? undefined,
    retry: () => void Promise.all([running.refetch(), queued.refetch()]),
    retrying: running.isFetching || queued.isFetching,
  };
}

export type Stuck = ReturnType<typeof useStuck>;
