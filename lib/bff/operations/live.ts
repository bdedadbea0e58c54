import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { liveBounds, liveFrame } from "../live.ts";

export const liveOperations = defineOperations("Apps", {
  watchLive: {
    method: "GET",
    path: "/live",
    summary: "Follow topics in one event stream: repeat `topic`; `@` and a cursor resume it",
    // Read by the stream itself: a topic may have commas and a cursor.
    query: z.object({
      topic: z
        .array(z.string())
        .check(z.minLength(1), z.maxLength(liveBounds.maxTopics))
        .register(z.globalRegistry, { repeatable: true }),
    }),
    answers: { 200: { kind: "events", item: liveFrame } },
    errors: [400, 503],
  },
});
