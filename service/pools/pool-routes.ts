import { operations } from "../../lib/contract/operations/operations.ts";
import { openFirst } from "../chromium/open-first.ts";
import { type Implementation, implement, page } from "../http/route.ts";
import { labelsOf } from "../sessions/browser-routes.ts";
import type { Session } from "../sessions/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { selectTelemetry } from "../telemetry/telemetry-selection.ts";
import type { Pools } from "./pools.ts";

export interface PoolRoutesDeps {
  pools: Pools<Session>;
  sessions: Pick<Sessions, "toBrowser" | "selectTelemetry" | "checkName" | "label">;
}

/** The API's operations on pools. */
export function poolRoutes({ pools, sessions }: PoolRoutesDeps): Implementation[] {
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
      sessions.checkName(labels.name);
      const session = await pools.acquire(params.id_or_name, {
        signal,
        invocationId: caller.invocationId,
        ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
      });
      if (!session) return { status: 204 };
      try {
        sessions.label(session, labels);
      } catch (error) {
        await pools.release(params.id_or_name, session.id, { reuse: true });
        throw error;
      }
      const { start_url: startUrl } = labels;
      if (startUrl !== null) void session.ready.then(() => openFirst(session, startUrl));
      // Also without a choice: resolves when the browser is captured as the pool has it.
      await sessions.selectTelemetry(session, selectTelemetry(body?.telemetry, session.record.telemetry));
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
