import { logEvent, logQuery } from "../logs.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { id } from "./parts.ts";

/** The log stream of a browser instance. */
export const logOperations = {
  streamBrowserLogs: defineOperation({
    id: "streamBrowserLogs",
    tag: "Browsers",
    shown: true,
    method: "GET",
    path: "/browsers/{id}/logs/stream",
    summary: "Stream a log file of the browser instance as server-sent events",
    params: id,
    query: logQuery,
    answers: { 200: { kind: "events", item: logEvent } },
    errors: [400, 404],
  }),
} satisfies Record<string, Operation>;
