import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement, page } from "../http/route.ts";
import { Problem } from "../kernel/problem.ts";
import { labelsOf } from "../sessions/browser-routes.ts";
import type { PlacedSession, SessionPlaces } from "../sessions/session-places.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { selectTelemetry } from "../telemetry/telemetry-selection.ts";
import type { Pools } from "./pools.ts";

export interface PoolRoutesDeps<Placed extends PlacedSession> {
  pools: Pools<Placed>;
  places: Pick<SessionPlaces<Placed>, "checkCaller" | "checkName" | "checkReported" | "handOver">;
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
      places.checkReported("pool_id", pools.retrieve(params.id_or_name).id);
      await pools.delete(params.id_or_name, { force: body?.force ?? false });
      return { status: 204 };
    }),
    implement(operations.acquireBrowser, async ({ params, body, caller, signal }) => {
      const seconds = body?.acquire_timeout_seconds;
      const labels = labelsOf(body ?? {});
      // Refused before a browser is acquired for it.
      selectTelemetry(body?.telemetry, null);
      places.checkName(labels.name);
      places.checkCaller(caller.invocationId);
      const startMs = performance.now();
      for (;;) {
        const waitedMs = performance.now() - startMs;
        const acquired = await pools.acquire(params.id_or_name, {
          signal,
          invocationId: caller.invocationId,
          ...(seconds === undefined ? {} : { timeoutMs: Math.max(0, seconds * 1000 - waitedMs) }),
        });
        if (!acquired) return { status: 204 };
        const { browser: session, giveBack } = acquired;
        const telemetry = selectTelemetry(body?.telemetry, session.record.telemetry);
        const fault = await places.handOver(session, { labels, telemetry }).then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        if (fault === undefined) {
          const body = sessions.toBrowser(session, caller);
          return { status: 200, body, undo: async () => await giveBack({ reuse: true }) };
        }
        // One that has ended or cannot be reached is replaced, and the caller gets another one.
        const { error } = fault;
        const isItsFault = !(error instanceof Problem) || error.status === 404 || error.status >= 500;
        const given = giveBack({ reuse: !isItsFault });
        if (isItsFault && error instanceof Problem) continue;
        await given;
        throw error;
      }
    }),
    implement(operations.releaseBrowser, async ({ params, body }) => {
      places.checkReported("id", body.session_id);
      await pools.release(params.id_or_name, body.session_id, { reuse: body.reuse ?? true });
      return { status: 204 };
    }),
    implement(operations.flushPool, async ({ params }) => {
      await pools.flush(params.id_or_name);
      return { status: 204 };
    }),
  ];
}
