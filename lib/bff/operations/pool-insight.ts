import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { poolAcquired } from "../pool-acquired.ts";
import { poolInsightQuery, poolInsights, poolRateChange } from "../pool-insight.ts";

export const poolInsightOperations = defineOperations("Browser Pools", {
  readPoolInsight: {
    method: "GET",
    path: "/pools/insight",
    summary: "How pools fill and drain, when they run empty and what would help, worked out from the samples",
    query: poolInsightQuery,
    answers: { 200: { kind: "json", schema: poolInsights } },
    errors: [400, 502],
  },
  readPoolAcquired: {
    method: "GET",
    path: "/pools/{id}/acquired",
    summary: "The acquired sessions of a pool, as far as they are known, and the invocations that have them",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
    answers: { 200: { kind: "json", schema: poolAcquired } },
    errors: [502],
  },
  setPoolRate: {
    method: "PUT",
    path: "/pools/{id}/rate",
    summary: "Say by how many browsers per minute a pool fills, or leave it to observation",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
    body: { kind: "json", schema: poolRateChange, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 403],
  },
});
