import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { poolAcquired } from "../pool-acquired.ts";
import { poolInsightQuery, poolInsights, poolRateChange } from "../pool-insight.ts";

export const poolInsightOperations = defineOperations("Browser Pools", {
  readPoolInsight: {
    method: "GET",
    path: "/pools/insight",
    summary: "Get forecasts of pools from recorded samples: fill rate, time to empty, and what would help",
    query: poolInsightQuery,
    answers: { 200: { kind: "json", schema: poolInsights } },
    errors: [400, 502],
  },
  readPoolAcquired: {
    method: "GET",
    path: "/pools/{id}/acquired",
    summary: "List the known acquired browsers of a pool, with their invocations",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
    answers: { 200: { kind: "json", schema: poolAcquired } },
    errors: [502],
  },
  setPoolRate: {
    method: "PUT",
    path: "/pools/{id}/rate",
    summary: "Set the fill rate of a pool for its forecast, or use the observed rate again",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
    body: { kind: "json", schema: poolRateChange, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 403],
  },
});
