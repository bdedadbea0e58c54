"use client";

import { useQuery } from "@tanstack/react-query";
import { poolSize } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { largestSize, sizeOfOthers } from "@/lib/insight/browser-capacity";
import { paces } from "@/lib/paces";
import { poolHistoryQueries } from "@/lib/queries/pool-history";
import { poolFieldsTexts } from "../pool-on-demand-messages.ts";

export interface SizeLimit {
  min: number;
  max: number;
  /** The bounds as a hint, with why there are not more. */
  hint: string;
}

/** The sizes that a pool, or a new one, can have beside the others. */
export function useSizeLimit(poolId?: string): SizeLimit {
  const { data } = useQuery({ ...poolHistoryQueries.insight({}), staleTime: paces.stale.slowMs });
  const capacity = data?.data.capacity;
  const bounds = { min: poolSize.min, max: largestSize(capacity, poolId) };
  const hint = poolFieldsTexts.sizeHint({ min: bounds.min, max: bounds.max });
  const others = capacity ? sizeOfOthers(capacity, poolId) : 0;
  if (!capacity || others === 0 || bounds.max === poolSize.max) return { ...bounds, hint };
  const why = poolFieldsTexts.otherPoolsHave(formatCount(others), formatCount(capacity.limit));
  return { ...bounds, hint: `${hint} ${why}` };
}
