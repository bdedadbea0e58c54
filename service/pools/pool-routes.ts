import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement, page } from "../http/route.ts";
import { labelsOf } from "../sessions/browser-routes.ts";
import type { PlacedSession, SessionPlaces } from "../sessions/session-places.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { selectTelemetry } from "../telemetry/telemetry-selection.ts";
import type { Pools } from "./pools.ts";

export interface PoolRoutesDeps<Placed extends PlacedSession> {
  pools: Pools<Placed>;
  places: Pick<SessionPlaces<Placed>, "checkName" | "handOver">;
  sessions: Pick<Sessions, "toBrowser">;
}

/** The API's operations on pools. */
export function poolRoutes<Placed extends PlacedSession>({
  pools,
  places,
  sessions,
}: PoolRoutesDeps<Placed>): Implementation[] {
  return [
    implement(operations.listPools, async ({ query }) => ({
      status: 200,
      ...page(pools.list(query), query, "whole"),
    })),
    implement(operations.createPool, async ({ body }) => ({ status: 201, body: pools.create(body) })),
    implement(operations.retrievePool, async ({ params }) => ({
      status: 200,
      body: pools.retrieve(params.id_or_name),
    })),
    implement(operations.updatePool, async ({ params, body }) => ({
      status: 200,
      body: await pools.update(params.id_or_name, body),
    })),
    implement(operations.deletePool, async ({ params, body }) => {
      await pools.delete(params.id_or_name, { force: body?.force ?? false });
      return { status: 204 };
    }),
    implement(operations.acquireBrowser, async ({ params, body, caller, signal }) => {
      const seconds = body?.acquire_timeout_seconds;
      const labels = labelsOf(body ?? {});
      // Refused before a browser is acquired for it.
      selectTelemetry(body?.telemetry, null);
      places.checkName(labels.name);
      const session = await pools.acquire(params.id_or_name, {
        signal,
        invocationId: caller.invocationId,
        ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
      });
      if (!session) return { status: 204 };
      try {
        const telemetry = selectTelemetry(body?.telemetry, session.record.telemetry);
        await places.handOver(session, { labels, telemetry });
      } catch (error) {
        await pools.release(params.id_or_name, session.id, { reuse: true });
        throw error;
      }
      return { status: 200, body: sessions.toBrowser(session, caller.scope) };
    }),
    implement(operations.releaseBrowser, async ({ params, body }) => {
      await pools.release(params.id_or_name, body.session_id, { reuse: body.reuse ?? true });
      return { status: 204 };
    }),
    implement(operations.flushPool, async ({ params }) => {
      await pools.flush(params.id_or_name);
      return { status: 204 };
    }),
  ];
}
