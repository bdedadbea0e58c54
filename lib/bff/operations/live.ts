import { defineOperations } from "../../contract/operation.ts";
import { liveFrame } from "../live.ts";

export const liveOperations = defineOperations("Apps", {
  watchLive: {
    method: "GET",
    path: "/live",
    summary: "Follow topics in one event stream: repeat `topic`; `@` and a cursor resume it",
    answers: { 200: { kind: "events", item: liveFrame } },
    errors: [400, 503],
  },
});
