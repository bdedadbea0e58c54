"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bulkBounds } from "@/components/layout/bulk-run";
import { type ProxyFilters, proxyQueries } from "@/lib/queries/proxies";
import { checkRunsOf } from "./check-run.ts";

export interface CheckAll {
  /** Reads the list to its end, or to as many as are checked at once, and checks them. */
  start: () => void;
  /** The list is being read. */
  reading: boolean;
  /** Why the list could not be read, and nothing was checked; null when it could, or was not asked for. */
  failed: Error | null;
}

/** The check of all that match, on whatever page of the list they are. */
export function useCheckAll(filters: Pick<ProxyFilters, "query" | "name">): CheckAll {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.fetchQuery(proxyQueries.every(filters, bulkBounds.most)),
    onSuccess: ({ items, paging }) => checkRunsOf(client).start(items, paging?.hasMore),
  });
  return { start: () => mutate(), reading: isPending, failed: error };
}
