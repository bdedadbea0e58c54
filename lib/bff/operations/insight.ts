import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { fieldMessages } from "../field-messages.ts";
import {
  actionInsight,
  failureInsight,
  failureSetting,
  insightQuery,
  similarFailures,
  similarFailuresQuery,
  spike,
  spikeQuery,
} from "../insight.ts";

export const insightOperations = defineOperations("Invocations", {
  readActionInsight: {
    method: "GET",
    path: "/insight/actions",
    summary:
      "Get the failure share and durations of each action and version, and what changed between versions",
    query: insightQuery,
    answers: { 200: { kind: "json", schema: actionInsight } },
    errors: [400],
  },
  readFailureInsight: {
    method: "GET",
    path: "/insight/failures",
    summary: "List failed invocations, grouped by the common part of their reasons",
    query: insightQuery,
    answers: { 200: { kind: "json", schema: failureInsight } },
    errors: [400],
  },
  setFailureGroup: {
    method: "PUT",
    path: "/insight/failures/{key}",
    summary: "Acknowledge, mute or reopen a group of failures",
    params: z.object({ key: z.string().check(z.regex(/^[0-9a-f]{32}$/, fieldMessages.failureGroup)) }),
    body: { kind: "json", schema: failureSetting, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 404],
  },
  readSimilarFailures: {
    method: "GET",
    path: "/insight/similar_failures",
    summary: "Count the invocations that failed for one reason, by version, pool and proxy",
    query: similarFailuresQuery,
    answers: { 200: { kind: "json", schema: similarFailures } },
    errors: [400],
  },
  readSpike: {
    method: "GET",
    path: "/insight/spike",
    summary: "Detect a failure spike against the day before, and what the failed invocations have in common",
    query: spikeQuery,
    answers: { 200: { kind: "json", schema: spike } },
    errors: [400],
  },
});
