"use client";

import { useQuery } from "@tanstack/react-query";
import type { Pool } from "@/lib/contract/pools";
import { paces } from "@/lib/paces";
import { BffError, isAbsent, type Truth } from "@/lib/queries/bff";
import { poolQueries } from "@/lib/queries/pools";

const isMissing = (error: unknown): boolean => error instanceof BffError && error.status === 404;

export interface OnePool {
  pool: Pool | undefined;
  truth: Truth | undefined;
  error: Error | null;
  /** The API answered, and has no such pool. */
  missing: boolean;
  retry: () => void;
  retrying: boolean;
}

/** One pool by id or name. An API that cannot give a single one is asked for its list instead. */
export function usePool(idOrName: string, live: boolean): OnePool {
  const single = useQuery({
    ...poolQueries.detail(idOrName),
    // What failed for any other reason is asked again: it may work the next time.
    refetchInterval: ({ state: { error } }) =>
      live && !isMissing(error) && !isAbsent(error) ? paces.refresh.listMs : false,
  });
  const absent = isAbsent(single.error);
  const listed = useQuery({
    ...poolQueries.list({ limit: 100 }),
    enabled: absent,
    refetchInterval: live ? paces.refresh.listMs : false,
  });
  if (!absent) {
    const missing = isMissing(single.error);
    return {
      pool: single.data?.data,
      truth: single.data,
      error: missing ? null : single.error,
      missing,
      retry: () => void single.refetch(),
      retrying: single.isFetching,
    };
  }
  const pool = listed.data?.items.find((each) => each.id === idOrName || each.name === idOrName);
  return {
    pool,
    truth: listed.data,
    error: listed.error,
    missing: listed.data !== undefined && pool === undefined,
    retry: () => void listed.refetch(),
    retrying: listed.isFetching,
  };
}
