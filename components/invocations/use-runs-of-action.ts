"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Invocation } from "@/lib/contract/invocations";
import { invocationQueries } from "@/lib/queries/invocations";
import { isOpen } from "./invocation-columns.tsx";

/** How many of an action's runs are read: enough for percentiles, few enough for one request. */
export const runsRead = 100;

/** The newest runs of the action this run is of. Read again when the run is over: then it counts, too. */
export function useRunsOfAction(invocation: Invocation) {
  const { app_name, action_name } = invocation;
  const isNamed = Boolean(app_name && action_name);
  const query = useQuery({
    ...invocationQueries.ofAction(
      { app_name: app_name ?? undefined, action_name: action_name ?? undefined },
      runsRead,
    ),
    enabled: isNamed,
  });
  const { refetch, data } = query;
  const listed = data?.items.find(({ id }) => id === invocation.id);
  const isBehind = listed !== undefined && isOpen(listed) && !isOpen(invocation);
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  return { ...query, isNamed };
}

export type RunsOfAction = ReturnType<typeof useRunsOfAction>;
