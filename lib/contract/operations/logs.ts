import { logEvent, logQuery } from "../logs.ts";
import { defineOperations } from "../operation.ts";
import { id } from "./parts.ts";

/** The log stream of a browser instance. */
export const logOperations = defineOperations("Browsers", {
  streamBrowserLogs: {
    shown: true,
    method: "GET",
    path: "/browsers/{id}/logs/stream",
    summary: "Stream a log file of the browser instance as server-sent events",
    params: id,
    query: logQuery,
    answers: { 200: { kind: "events", item: logEvent } },
    errors: [400, 404],
  },
});
