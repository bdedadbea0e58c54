// Why a pool has no forecast. Pure.
import type { PoolInsights } from "@/lib/bff/pool-insight";
import { forecastUnavailableReasonTexts } from "../pool-list-messages.ts";

/**
 * `failed`: forecasts could not be read; `beyond`: forecasts cover only the first pools of the API's list,
 * without this one.
 */
export type ForecastUnavailableReason = "failed" | "beyond";

/**
 * Undefined while loading, or when there is a forecast. `insights` is the newest response, undefined before
 * the first.
 */
export function forecastUnavailableReason(
  poolId: string,
  insights: Pick<PoolInsights, "complete" | "pools"> | undefined,
  error: Error | null,
): ForecastUnavailableReason | undefined {
  if (insights?.pools.some((each) => each.pool_id === poolId)) return undefined;
  if (error !== null) return "failed";
  return insights?.complete === false ? "beyond" : undefined;
}

/** Shown instead of the forecast. */
export const unavailableMessages = {
  failed: forecastUnavailableReasonTexts.noForecast,
  beyond: forecastUnavailableReasonTexts.firstPoolsOnly,
} as const satisfies Record<ForecastUnavailableReason, string>;
