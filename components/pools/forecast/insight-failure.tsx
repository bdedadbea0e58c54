import { QueryError } from "@/components/layout/query-error";
import { insightFailureTexts } from "../pool-list-messages.ts";
import type { PoolForecasts } from "./use-pool-insight.ts";

/** Why there are no forecasts, once per page. */
export function InsightFailure({ forecasts }: { forecasts: PoolForecasts }) {
  return (
    <QueryError query={forecasts.query} shape="strip" title={insightFailureTexts.forecastsNotUpToDate} />
  );
}
