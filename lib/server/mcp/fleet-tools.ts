// What the fleet is like now, and what happened to it in a stretch of time.

import * as z from "zod/mini";
import { ownOperations } from "../../bff/operations/operations.ts";
import { hourMs } from "../../bff/time-units.ts";
import { operations } from "../../contract/operations/operations.ts";
import { Problem } from "../kernel/problem.ts";
import { type Calls, defineTool, id, moment, momentMs, rows } from "./tool.ts";

const limit = 100;
const mostPages = 10;
const { listPools, retrievePool, listProxies, listBrowsers, retrieveBrowser } = operations;
const { readAttention, readPoolInsight, readProxyHistory, readTimeline, findResources } = ownOperations;
const { readSessionOrigin, listAlerts } = ownOperations;

/** The items of a list, up to ten pages of it, and whether there are more. */
async function readItems<Item extends { id: string }>(
  page: (query: { limit: number; offset?: number }) => Promise<{ answer: readonly Item[]; hasMore: boolean }>,
): Promise<{ items: Item[]; more: boolean }> {
  const items = new Map<string, Item>();
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { answer, hasMore } = await page(pages === 0 ? { limit } : { limit, offset: pages * limit });
    for (const item of answer) items.set(item.id, item);
    if (!hasMore) return { items: [...items.values()], more: false };
  }
  return { items: [...items.values()], more: true };
}

/** The pool of an id or a name: an API that cannot retrieve one answers 404, as for a pool that does not exist, or 501. Its list
 *  then has it. */
async function findPool(wanted: string, { call, page }: Pick<Calls, "call" | "page">) {
  try {
    return await call(retrievePool, { params: { id_or_name: wanted } });
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 501)) throw error;
  }
  const { items } = await readItems((query) => page(listPools, { query }));
  return items.find(({ id }) => id === wanted) ?? items.find(({ name }) => name === wanted);
}

export const attention = defineTool({
  name: "attention",
  title: "What needs attention",
  description:
    "What needs an operator now, the worst first, with the evidence, and what was examined. Begin here when something is wrong. A check that is not `checked` is unknown, not good. Example: {}",
  needs: [readAttention],
  input: z.object({}),
  run: async (_, { call }) => await call(readAttention, { query: { viewed: "no" } }),
});

export const pools = defineTool({
  name: "pools",
  title: "Pools",
  description:
    'Every pool with its available and acquired browsers, fill rate, and time to empty; at most 1,000. With `pool_id` only that one. Example: {"pool_id":"pool_123"}',
  needs: [listPools, retrievePool, readPoolInsight],
  input: z.object({ pool_id: z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
  async run({ pool_id: only }, { call, page }) {
    if (only === undefined) {
      const [{ items, more }, insights] = await Promise.all([
        readItems((query) => page(listPools, { query })),
        call(readPoolInsight, { query: {} }),
      ]);
      return { pools: items, more, insights };
    }
    const pool = await findPool(only, { call, page });
    const insights = await call(readPoolInsight, { query: { pool_id: pool?.id ?? only } });
    return { pools: pool === undefined ? [] : [pool], insights };
  },
});

export const proxies = defineTool({
  name: "proxies",
  title: "Proxies",
  description:
    'Every proxy with the result of its last check, and uptime, flapping and latency of its checks of the last 24 hours (`since` changes that); at most 1,000. Example: {"only_failing":true}',
  needs: [listProxies, readProxyHistory],
  input: z.object({ only_failing: z.optional(z.boolean()), since: z.optional(moment) }),
  async run({ only_failing: onlyFailing = false, since }, { call, page, nowMs }) {
    const [{ items, more }, history] = await Promise.all([
      readItems((query) => page(listProxies, { query })),
      call(readProxyHistory, { query: { since_ms: momentMs(since, nowMs, nowMs - 24 * hourMs) } }),
    ]);
    const summaries = new Map(history.proxies.map(({ proxy_id, summary }) => [proxy_id, summary]));
    const all = items.map((proxy) => ({ ...proxy, checks: summaries.get(proxy.id) ?? null }));
    return {
      proxies: onlyFailing ? all.filter(({ status }) => status !== undefined && status !== "available") : all,
      listed: all.length,
      more,
      checks_complete: history.complete,
    };
  },
});

export const browsers = defineTool({
  name: "browsers",
  title: "Browsers",
  description:
    'The active browser sessions, 20 by default, at most 100; with `browser` one of them with its pool and invocation, also after its end, as recorded. Example: {"browser":"session_123"}',
  needs: [listBrowsers, retrieveBrowser, readSessionOrigin],
  input: z.object({ browser: z.optional(id), limit: rows(100) }),
  async run({ browser, limit: most = 20 }, { call }) {
    if (browser === undefined) return await call(listBrowsers, { query: { limit: most } });
    const origin = await call(readSessionOrigin, { params: { id: browser } });
    const session = await call(retrieveBrowser, { params: { id: browser } }).catch((error: unknown) => ({
      not_running: error instanceof Error ? error.message : "unknown",
    }));
    return { session, origin };
  },
});

export const timeline = defineTool({
  name: "timeline",
  title: "Timeline of a range",
  description:
    'Everything recorded in a range of time: invocations by status with the newest ones, browsers, pools, checks of proxies, gaps, marks of operators and, for operators, their acts. By default the last hour, at most 31 days; choose a short range. Example: {"since":"2026-01-31T12:00:00Z","until":"2026-01-31T12:30:00Z"}',
  needs: [readTimeline],
  input: z.object({ since: z.optional(moment), until: z.optional(moment) }),
  async run({ since, until }, { call, nowMs }) {
    const toMs = momentMs(until, nowMs, nowMs);
    const query = { from_ms: momentMs(since, nowMs, toMs - hourMs), to_ms: toMs };
    return await call(readTimeline, { query });
  },
});

export const findResource = defineTool({
  name: "find_resource",
  title: "Find by id, name or address",
  description:
    'What a text names: browsers, pools, proxies, profiles, invocations and applications by id, name, label or address, also those that have ended. At least two characters. Example: {"text":"10.2.0.7"}',
  needs: [findResources],
  input: z.object({ text: z.string().check(z.minLength(2), z.maxLength(400)) }),
  run: async ({ text }, { call }) => await call(findResources, { query: { text } }),
});

export const alerts = defineTool({
  name: "alerts",
  title: "Alerts",
  description:
    'Alerts that are open, or resolved ones, newest first; 50 by default, at most 200. `cursor`: the `next_cursor` of resolved ones, for those before. Example: {"state":"open"}',
  needs: [listAlerts],
  input: z.object({
    state: z.optional(z.enum(["open", "resolved"])),
    limit: rows(200),
    cursor: z.optional(z.string().check(z.maxLength(100))),
  }),
  page: "data.alerts",
  run: async ({ state = "open", limit: most = 50, cursor }, { call }) =>
    await call(listAlerts, { query: { state, limit: most, ...(cursor === undefined ? {} : { cursor }) } }),
});
