import { operations } from "../../lib/contract/operations/operations.ts";
import { pageLimit } from "../../lib/contract/paging.ts";
import { type Implementation, implement } from "../http/route.ts";
import type { Clock } from "../kernel/clock.ts";
import { badRequest, notFound } from "../kernel/problem.ts";
import type { SessionTelemetry, StreamStart } from "./session-telemetry.ts";
import type { Telemetry } from "./telemetry.ts";
import { windowOf } from "./telemetry-page.ts";

export interface TelemetryRoutesDeps {
  telemetry: Telemetry;
  sessions: {
    /** Throws Problem 404 when no living session in use has this id. */
    living(id: string): { telemetry: SessionTelemetry };
    /** The record of a session in use or ended. */
    record(id: string): object | undefined;
  };
  clock: Clock;
}

/** The API's operations on telemetry. */
export function telemetryRoutes({ telemetry, sessions, clock }: TelemetryRoutesDeps): Implementation[] {
  return [
    implement(operations.streamBrowserTelemetry, async ({ params, query, request, signal, sendEvents }) => {
      const session = sessions.living(params.id);
      const start = startOf(request.headers["last-event-id"], query.replay);
      const events = session.telemetry.stream(start, signal);
      return await sendEvents(events, { idOf: ({ seq }) => seq, jsonOf: ({ json }) => json });
    }),
    implement(operations.listBrowserTelemetryEvents, async ({ params, query }) => {
      const window = windowOf(query, clock.nowMs());
      if (!sessions.record(params.id)) throw notFound(`a browser session ${params.id}`);
      const { records, hasMore, nextOffset } = await telemetry.page(params.id, window);
      const headers = {
        "x-limit": String(query.limit ?? pageLimit.standard),
        "x-has-more": String(hasMore),
        "x-next-offset": String(nextOffset),
      };
      return { status: 200, body: records, headers };
    }),
  ];
}

/** A client that connects again resumes where it was, whatever its `replay`. Throws Problem 400. */
function startOf(lastEventId: string | string[] | undefined, replay: string | undefined): StreamStart {
  if (lastEventId === undefined || lastEventId === "") return replay === "all" ? "oldest" : "next";
  if (typeof lastEventId !== "string" || !/^\d{1,15}$/.test(lastEventId)) {
    throw badRequest("header Last-Event-ID: expected the id of an event of this stream, a whole number");
  }
  return { afterSeq: Number(lastEventId) };
}
