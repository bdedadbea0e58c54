// Why a pool has no forecast. Pure.
import type { PoolInsights } from "@/lib/bff/pool-insight";

/** `failed`: they could not be read; `beyond`: the pool is not among the first of the API's list, which are worked out. */
export type ForecastLack = "failed" | "beyond";

/** Undefined while it is awaited, or there. `insights` is what was read last, undefined before it. */
export function forecastLack(
  poolId: string,
  insights: Pick<PoolInsights, "complete" | "pools"> | undefined,
  error: Error | null,
): ForecastLack | undefined {
  if (insights?.pools.some((each) => each.pool_id === poolId)) return undefined;
  if (error !== null) return "failed";
  return insights?.complete === false ? "beyond" : undefined;
}

/** Instead of the forecast. */
export const lackWords = {
  failed: "No forecast.",
  beyond: "No forecast here: they are worked out of the first 100 pools. The pool's own page has it.",
} as const satisfies Record<ForecastLack, string>;
