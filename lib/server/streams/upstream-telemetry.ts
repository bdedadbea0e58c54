// The telemetry port over the API's operations on telemetry.
import "server-only";
import { systemClock } from "../../clock.ts";
import { operations } from "../../contract/operations/operations.ts";
import { pageLimit, readPaging } from "../../contract/paging.ts";
import { call, eventStreamOf, open } from "../upstream/call.ts";
import { untilSilent } from "./heartbeat-watch.ts";
import { judgeFailure } from "./judge-failure.ts";
import { browserOverReason } from "./stream-end-reason.ts";
import type { TelemetryPort } from "./telemetry-port.ts";

const noTelemetry = "This API has no telemetry of browsers.";

/** Opens the telemetry of browser sessions; throws UpstreamFailure, also for a response that is not an event stream. */
export const upstreamTelemetry: TelemetryPort = {
  async open({ sessionId }, { afterSeq, signal }) {
    const input = { params: { id: sessionId }, query: { replay: "all" } };
    const opened = await open(operations.streamBrowserTelemetry, input, {
      signal,
      lastEventId: afterSeq === undefined ? undefined : String(afterSeq),
    });
    return untilSilent(eventStreamOf(opened, "telemetry stream"), systemClock);
  },
  async *stored({ sessionId }, { since, signal }) {
    let offset: number | undefined;
    do {
      const query =
        offset === undefined ? { since, order: "asc" as const } : { offset, order: "asc" as const };
      const input = { params: { id: sessionId }, query: { ...query, limit: pageLimit.max } };
      const { value, paging } = await call(operations.listBrowserTelemetryEvents, input, { signal });
      yield value ?? [];
      const { hasMore, nextOffset } = readPaging((name) => paging[name]) ?? { hasMore: false };
      offset = hasMore ? nextOffset : undefined;
    } while (offset !== undefined && !signal.aborted);
  },
  judge: (error) => judgeFailure(error, { absent: noTelemetry, broken: "The telemetry stream broke off." }),
  overReason: ({ sessionId }, signal) => browserOverReason(sessionId, signal),
};
