"use client";

import { useMutationState, useQueryClient } from "@tanstack/react-query";
import { checkProxy, checksOf } from "@/components/inventory/check-proxy";

export interface ProxyCheck {
  pending: boolean;
  /** Why the last check could not be made; undefined when it could, or none was tried. */
  failure: Error | undefined;
  /** Checks the proxy; does nothing while a check of it is in progress, wherever it was started. */
  check: () => void;
}

/** The check of one proxy. Its state is in the mutation cache, shared by all buttons of the same proxy. */
export function useProxyCheck(id: string): ProxyCheck {
  const client = useQueryClient();
  const states = useMutationState({
    filters: checksOf(id),
    select: ({ state }) => ({ status: state.status, error: state.error }),
  });
  const last = states.at(-1);
  return {
    pending: states.some(({ status }) => status === "pending"),
    failure: last?.status === "error" ? (last.error ?? undefined) : undefined,
    // The failure is shown from the cache; the row may be unmounted when the response arrives.
    check: () => void checkProxy(client, id).catch(() => undefined),
  };
}
