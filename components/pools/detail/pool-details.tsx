import type { ComponentProps } from "react";
import type { Pool } from "@/lib/contract/pools";
import { PoolLevers } from "../forecast/pool-levers.tsx";
import { PoolConfigDetails } from "./pool-config.tsx";
import { PoolDrift } from "./pool-drift.tsx";

/** What follows the chart of a pool: fixes, drift and configuration. */
export function PoolDetails({ pool, ...levers }: { pool: Pool } & ComponentProps<typeof PoolLevers>) {
  return (
    <>
      <PoolLevers {...levers} />
      <PoolDrift drift={levers.insight?.drift} />
      <PoolConfigDetails pool={pool} />
    </>
  );
}
