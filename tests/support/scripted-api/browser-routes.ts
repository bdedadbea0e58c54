import type { Browser } from "../../../lib/contract/browsers.ts";
import { operations } from "../../../lib/contract/operations/operations.ts";
import { type Implementation, implement, page } from "../../../service/http/route.ts";
import { notFound } from "../../../service/kernel/problem.ts";
import type { ScriptedLogs } from "./scripted-logs.ts";
import type { ScriptedRecords } from "./scripted-records.ts";

/** Operations of browser sessions and their logs over the records. */
export function browserRoutes(records: ScriptedRecords, logs: ScriptedLogs): Implementation[] {
  const found = (id: string): Browser => {
    const browser = records.browsers.get(id);
    if (browser === undefined) throw notFound(`the browser session ${id}`);
    return browser;
  };
  return [
    implement(operations.listBrowsers, async ({ query }) => {
      const { status = query.include_deleted ? "all" : "active", query: text } = query;
      const live = status === "deleted" ? [] : [...records.browsers.values()];
      const gone = status === "active" ? [] : [...records.deleted.values()];
      const items = [...gone, ...live]
        .filter(
          ({ session_id, pool }) => text === undefined || session_id.includes(text) || pool?.id === text,
        )
        .reverse();
      return { status: 200, ...page(items, query) };
    }),
    implement(operations.createBrowser, async ({ body }) => ({
      status: 200,
      body: records.browser({
        headless: body?.headless ?? false,
        timeout_seconds: body?.timeout_seconds ?? 60,
      }),
    })),
    implement(operations.retrieveBrowser, async ({ params, query }) => {
      const gone = query.include_deleted ? records.deleted.get(params.id) : undefined;
      return { status: 200, body: gone ?? found(params.id) };
    }),
    implement(operations.deleteBrowser, async ({ params }) => {
      const browser = found(params.id);
      records.browsers.delete(params.id);
      records.deleted.set(params.id, { ...browser, deleted_at: new Date().toISOString() });
      logs.end(params.id);
      return { status: 204 };
    }),
    implement(operations.listReplays, async ({ params }) => {
      found(params.id);
      return { status: 200, body: [] };
    }),
    implement(operations.streamBrowserLogs, async ({ params, query, signal, sendEvents }) => {
      found(params.id);
      const source = query.path ?? query.supervisor_process ?? "";
      return await sendEvents(logs.read(params.id, source, { follow: query.follow ?? true, signal }));
    }),
  ];
}
