"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Invocation } from "@/lib/contract/invocations";
import { isOpen } from "@/lib/contract/invocations";
import { invocationQueries } from "@/lib/queries/invocations";

/** How many invocations of an action are read: enough for percentiles, and one request. */
export const invocationsRead = 100;

/** The newest invocations of the same action. Read again when this one ends, so that it is included. */
export function useInvocationsOfAction(invocation: Invocation) {
  const { app_name, action_name } = invocation;
  const isNamed = Boolean(app_name && action_name);
  const query = useQuery({
    ...invocationQueries.ofAction(
      { app_name: app_name ?? undefined, action_name: action_name ?? undefined },
      invocationsRead,
    ),
    enabled: isNamed,
  });
  const { refetch, data } = query;
  const listed = data?.items.find(({ id }) => id === invocation.id);
  const isListStale = listed !== undefined && isOpen(listed) && !isOpen(invocation);
  useEffect(() => {
    if (isListStale) void refetch();
  }, [isListStale, refetch]);
  return { ...query, isNamed };
}

export type InvocationsOfAction = ReturnType<typeof useInvocationsOfAction>;
