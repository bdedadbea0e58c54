import dynamic from "next/dynamic";
import { loadPart } from "@/components/ui/load-part";
import type { BrowserCapacity } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { isAtLimit } from "@/lib/insight/browser-capacity";
import { capacityOf } from "../pool-capacity.ts";

const PoolLimitDetails = dynamic(
  loadPart(() => import("./pool-limit-details.tsx").then((module) => module.PoolLimitDetails)),
  { ssr: false },
);

/** Why a pool with missing browsers gets none: the API is at its limit. */
export function PoolLimitNotice({
  pool,
  capacity,
}: {
  pool: Pool;
  capacity: BrowserCapacity | null | undefined;
}) {
  const { unfilled = 0 } = capacityOf(pool);
  if (unfilled === 0 || !isAtLimit(capacity)) return null;
  return <PoolLimitDetails poolId={pool.id} capacity={capacity} />;
}
