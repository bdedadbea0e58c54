import * as z from "zod/mini";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import {
  actionInsight,
  failureInsight,
  failureSetting,
  insightQuery,
  spike,
  spikeQuery,
} from "../insight.ts";

export const insightOperations = {
  readActionInsight: defineOperation({
    id: "readActionInsight",
    tag: "Invocations",
    shown: false,
    method: "GET",
    path: "/insight/actions",
    summary: "Failure share and durations of each action and version, and what changed between versions",
    params: none,
    query: insightQuery,
    answers: { 200: { kind: "json", schema: actionInsight } },
    errors: [400],
  }),
  readFailureInsight: defineOperation({
    id: "readFailureInsight",
    tag: "Invocations",
    shown: false,
    method: "GET",
    path: "/insight/failures",
    summary: "Failed runs grouped by what is always the same in their reasons",
    params: none,
    query: insightQuery,
    answers: { 200: { kind: "json", schema: failureInsight } },
    errors: [400],
  }),
  setFailureGroup: defineOperation({
    id: "setFailureGroup",
    tag: "Invocations",
    shown: false,
    method: "PUT",
    path: "/insight/failures/{key}",
    summary: "Acknowledge a group of failures, mute it for a time, or open it again",
    params: z.object({ key: z.string().check(z.regex(/^[0-9a-f]{32}$/, "is no key of a group")) }),
    query: none,
    body: { kind: "json", schema: failureSetting, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400, 404],
  }),
  readSpike: defineOperation({
    id: "readSpike",
    tag: "Invocations",
    shown: false,
    method: "GET",
    path: "/insight/spike",
    summary: "Whether more runs fail now than the day before, and what those that fail share",
    params: none,
    query: spikeQuery,
    answers: { 200: { kind: "json", schema: spike } },
    errors: [400],
  }),
} satisfies Record<string, Operation>;
