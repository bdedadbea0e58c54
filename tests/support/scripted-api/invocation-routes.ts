import type { Invocation } from "../../../lib/contract/invocations.ts";
import { operations } from "../../../lib/contract/operations/operations.ts";
import { sinceEpochNs } from "../../../lib/contract/since.ts";
import { type Implementation, implement, page } from "../../../service/http/route.ts";
import { notFound } from "../../../service/kernel/problem.ts";
import type { ScriptedRecords } from "./scripted-records.ts";

const startOf = ({ started_at }: Invocation) => Date.parse(started_at ?? "") || 0;

/** Operations of invocations over the records. */
export function invocationRoutes(records: ScriptedRecords): Implementation[] {
  const found = (id: string): Invocation => {
    const invocation = records.invocations.get(id);
    if (invocation === undefined) throw notFound(`the invocation ${id}`);
    return invocation;
  };
  return [
    implement(operations.listInvocations, async ({ query }) => {
      const { app_name, version, action_name, status, since, query: text } = query;
      const sinceMs = since === undefined ? 0 : Number(sinceEpochNs(since, Date.now()) / 1_000_000n);
      const items = [...records.invocations.values()]
        .filter(
          (each) =>
            (app_name === undefined || each.app_name === app_name) &&
            (version === undefined || each.version === version) &&
            (action_name === undefined || each.action_name === action_name) &&
            (status === undefined || each.status === status) &&
            (text === undefined || `${each.id} ${each.app_name} ${each.action_name}`.includes(text)) &&
            startOf(each) >= sinceMs,
        )
        .sort((one, other) => startOf(other) - startOf(one));
      return { status: 200, ...page(items, query) };
    }),
    implement(operations.createInvocation, async ({ body }) => {
      const { app_name, version, action_name, payload } = body;
      const made = records.invocation({
        app_name,
        version,
        action_name,
        status: "queued",
        started_at: new Date().toISOString(),
        ...(payload === undefined ? {} : { payload }),
      });
      await records.onInvoke(made);
      const { id, status, output, status_reason } = found(made.id);
      return {
        status: body.async ? 202 : 200,
        body: { id, action_name, status: status ?? "queued", output, status_reason },
      };
    }),
    implement(operations.retrieveInvocation, async ({ params }) => ({ status: 200, body: found(params.id) })),
    implement(operations.updateInvocation, async ({ params, body }) => {
      const ended: Invocation = {
        ...found(params.id),
        status: body.status,
        finished_at: new Date().toISOString(),
        ...(body.output === undefined ? {} : { output: body.output }),
        ...(body.status === "failed" ? { status_reason: "cancelled" } : {}),
      };
      records.invocations.set(ended.id, ended);
      return { status: 200, body: ended };
    }),
    implement(operations.listInvocationBrowsers, async ({ params }) => {
      const browsers = (records.sessionsOf.get(found(params.id).id) ?? []).flatMap(
        (id) => records.browsers.get(id) ?? [],
      );
      return { status: 200, body: { browsers } };
    }),
    implement(operations.listApps, async ({ query }) => {
      const apps = [...records.apps.values()].filter(
        ({ app_name, version }) =>
          (query.app_name === undefined || app_name === query.app_name) &&
          (query.version === undefined || version === query.version),
      );
      return { status: 200, ...page(apps, query) };
    }),
  ];
}
