import { defineOperations } from "../../contract/operation.ts";
import { liveFrame } from "../live.ts";

export const liveOperations = defineOperations("Apps", {
  watchLive: {
    method: "GET",
    path: "/live",
    summary: "The one event stream of a browser: `topic` repeated, each with `@` and a cursor to resume",
    answers: { 200: { kind: "events", item: liveFrame } },
    errors: [400, 503],
  },
});
