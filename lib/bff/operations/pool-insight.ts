import * as z from "zod/mini";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { poolAcquired } from "../pool-acquired.ts";
import { poolInsightQuery, poolInsights, poolRateChange } from "../pool-insight.ts";

export const poolInsightOperations = {
  readPoolInsight: defineOperation({
    id: "readPoolInsight",
    tag: "Browser Pools",
    shown: false,
    method: "GET",
    path: "/pools/insight",
    summary: "How pools fill and drain, when they run empty and what would help, worked out from the samples",
    params: none,
    query: poolInsightQuery,
    answers: { 200: { kind: "json", schema: poolInsights } },
    errors: [400, 502],
  }),
  readPoolAcquired: defineOperation({
    id: "readPoolAcquired",
    tag: "Browser Pools",
    shown: false,
    method: "GET",
    path: "/pools/{id}/acquired",
    summary: "The acquired sessions of a pool, as far as they are known, and the runs that have them",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
    query: none,
    answers: { 200: { kind: "json", schema: poolAcquired } },
    errors: [502],
  }),
  setPoolRate: defineOperation({
    id: "setPoolRate",
    tag: "Browser Pools",
    shown: false,
    method: "PUT",
    path: "/pools/{id}/rate",
    summary: "Say by how many browsers per minute a pool fills, or leave it to observation",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(128)) }),
    query: none,
    body: { kind: "json", schema: poolRateChange, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 403],
  }),
} satisfies Record<string, Operation>;
