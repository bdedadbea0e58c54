import { defineOperations } from "../operation.ts";
import { telemetryEventsQuery, telemetryRecord, telemetryStreamQuery } from "../telemetry.ts";
import { id } from "./parts.ts";

/** Operations on the telemetry of a session. */
export const telemetryOperations = defineOperations("Browsers", {
  streamBrowserTelemetry: {
    method: "GET",
    path: "/browsers/{id}/telemetry/stream",
    summary: "Stream the telemetry events of a browser session; Last-Event-ID resumes after an event",
    params: id,
    query: telemetryStreamQuery,
    answers: { 200: { kind: "events", item: telemetryRecord } },
    errors: [400, 404],
  },
  listBrowserTelemetryEvents: {
    method: "GET",
    path: "/browsers/{id}/telemetry/events",
    summary: "List the stored telemetry events of a browser session, ended ones included",
    params: id,
    query: telemetryEventsQuery,
    answers: { 200: { kind: "list", item: telemetryRecord, paged: "cursor" } },
    errors: [400, 404],
  },
});
