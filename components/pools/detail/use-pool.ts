"use client";

import { useQuery } from "@tanstack/react-query";
import type { FallibleQuery } from "@/components/layout/query-error";
import type { Pool } from "@/lib/contract/pools";
import { paces } from "@/lib/paces";
import { isAbsent, isNotFound, type ResponseMeta } from "@/lib/queries/bff";
import { poolQueries } from "@/lib/queries/pools";

export interface OnePool {
  pool: Pool | undefined;
  freshness: ResponseMeta | undefined;
  /** How it was last read. */
  query: FallibleQuery;
  /** The API has no such pool. */
  missing: boolean;
}

/** One pool by id or name. Where the API lacks that operation the list is read instead. */
export function usePool(idOrName: string, live: boolean): OnePool {
  const single = useQuery({
    ...poolQueries.detail(idOrName),
    // Any other failure is retried: it may be temporary.
    refetchInterval: ({ state: { error } }) =>
      live && !isNotFound(error) && !isAbsent(error) ? paces.refresh.listMs : false,
  });
  const absent = isAbsent(single.error);
  const listed = useQuery({
    ...poolQueries.list({ limit: 100 }),
    enabled: absent,
    refetchInterval: live ? paces.refresh.listMs : false,
  });
  if (!absent) {
    const missing = isNotFound(single.error);
    return {
      pool: single.data?.data,
      freshness: single.data,
      query: single,
      missing,
    };
  }
  const pool = listed.data?.items.find((each) => each.id === idOrName || each.name === idOrName);
  return {
    pool,
    freshness: listed.data,
    query: listed,
    missing: listed.data !== undefined && pool === undefined,
  };
}
