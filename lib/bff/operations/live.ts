import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { liveFrame } from "../live.ts";

export const liveOperations = {
  watchLive: defineOperation({
    id: "watchLive",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/live",
    summary: "The one event stream of a browser: `topic` repeated, each with `@` and a cursor to resume",
    params: none,
    query: none,
    answers: { 200: { kind: "events", item: liveFrame } },
    errors: [400, 503],
  }),
} satisfies Record<string, Operation>;
