import { ErrorState } from "@/components/ui/error-state";
import type { PoolForecasts } from "./use-pool-insight.ts";

/** Why there are no forecasts, once per page. */
export function InsightFailure({ forecasts }: { forecasts: PoolForecasts }) {
  if (forecasts.error === null) return null;
  return (
    <ErrorState
      shape="strip"
      title="The forecasts are not up to date"
      error={forecasts.error}
      onRetry={forecasts.retry}
      retrying={forecasts.retrying}
    />
  );
}
