// What the fleet is like now, and what happened to it in a stretch of time.

import * as z from "zod/mini";
import { givenFields } from "../../bff/given-fields.ts";
import { ownOperations } from "../../bff/operations/operations.ts";
import type { PoolInsight } from "../../bff/pool-insight.ts";
import type { ListedSessionOrigin } from "../../bff/session-origin.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { Timeline } from "../../bff/timeline.ts";
import type { Browser } from "../../contract/browsers.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { Problem } from "../kernel/problem.ts";
import {
  type AnswerHeaders,
  ageOf,
  type Calls,
  cursor,
  defineTool,
  id,
  moment,
  momentMs,
  rangeMs,
  rows,
} from "./tool.ts";

const limit = 100;
const mostPages = 10;
const { listPools, retrievePool, listProxies, listBrowsers, retrieveBrowser } = operations;
const { readAttention, readPoolInsight, readPoolAcquired, readProxyHistory, readTimeline, findResources } =
  ownOperations;
const { readSessionOrigin, listSessionOrigins, listAlerts } = ownOperations;

/** The items of a list, up to ten pages of it, whether there are more, and how old the first page is. */
async function readItems<Item extends { id: string }>(
  page: (query: { limit: number; offset?: number }) => Promise<{ answer: readonly Item[] } & AnswerHeaders>,
): Promise<{ items: Item[]; more: boolean; age: ReturnType<typeof ageOf> }> {
  const items = new Map<string, Item>();
  const first = await page({ limit });
  const age = ageOf(first);
  for (let read = first, pages = 1; ; pages += 1) {
    for (const item of read.answer) items.set(item.id, item);
    if (read.nextOffset === null || pages === mostPages)
      return { items: [...items.values()], more: read.nextOffset !== null, age };
    read = await page({ limit, offset: read.nextOffset });
  }
}

/** The pool of an id or a name: an API that cannot retrieve one answers 404, as for a pool that does not exist, or 501. Its list
 *  then has it. */
async function findPool(wanted: string, { read }: Pick<Calls, "read">) {
  try {
    const found = await read(retrievePool, { params: { id_or_name: wanted } });
    return { pool: found.answer, age: ageOf(found) };
  } catch (error) {
    if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 501)) throw error;
  }
  const { items, age } = await readItems((query) => read(listPools, { query }));
  return { pool: items.find(({ id }) => id === wanted) ?? items.find(({ name }) => name === wanted), age };
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

/** How soon a pool may be empty, in minutes. */
const soonestEmpty = (insight: PoolInsight | null) =>
  insight?.empty?.minutes ?? insight?.empty?.earliest_minutes ?? Number.POSITIVE_INFINITY;

/** Pools with what is recorded of each, those that may be empty soonest first. The API may leave out what the contract has. */
function poolsByUrgency(items: readonly Pool[], insights: readonly PoolInsight[]) {
  const insightOf = new Map(insights.map((insight) => [insight.pool_id, insight]));
  return items
    .map((pool) => ({ pool, insight: insightOf.get(pool.id) ?? null }))
    .map((each) => ({ ...each, soonest: soonestEmpty(each.insight) }))
    .sort((a, b) => (a.soonest === b.soonest ? 0 : a.soonest - b.soonest))
    .map(
      ({
        pool: { id, name, available_count, acquired_count, browser_pool_config: config = {} },
        insight,
      }) => ({
        id,
        ...givenFields({
          name,
          available_count,
          acquired_count,
          size: config.size,
          proxy_id: config.proxy_id,
        }),
        insight: insight && insightInList(insight),
      }),
    );
}

/** An insight without what its pool says, and what is known of one pool alone. */
const insightInList = (insight: PoolInsight) => {
  const { sampled_at_ms, unfilled, fill, state, consumption, empty, remedies } = insight;
  return { sampled_at_ms, unfilled, fill, state, consumption, empty, remedies };
};

export const pools = defineTool({
  name: "pools",
  title: "Pools",
  description:
    'Every pool with its available and acquired browsers, fill rate, minutes until it may be empty (`insight.empty`; null: never at this rate), and what would help; those that are empty soonest first, at most 1,000. `forecasts_complete: false`: those without `insight` were not examined. With `pool`, its id or name, that one with its configuration, how its browsers differ from it, and what holds the acquired ones. Example: {"pool":"checkout"}',
  needs: [listPools, retrievePool, readPoolInsight, readPoolAcquired],
  input: z.object({ pool: z.optional(z.string().check(z.minLength(1), z.maxLength(128))) }),
  async run({ pool: wanted }, { call, read }) {
    if (wanted === undefined) {
      const [{ items, more, age }, insights] = await Promise.all([
        readItems((query) => read(listPools, { query })),
        call(readPoolInsight, { query: {} }),
      ]);
      const { capacity, over_ms, target_minutes, complete } = insights;
      const used = capacity && { limit: capacity.limit, used: capacity.used, outside: capacity.outside };
      const listed = poolsByUrgency(items, insights.pools);
      const rest = { over_ms, target_minutes, forecasts_complete: complete };
      return { ...age, capacity: used, ...rest, pools: listed, more };
    }
    const { pool, age } = await findPool(wanted, { read });
    if (pool === undefined)
      throw new Problem(404, "not_found", `There is no pool ${wanted}. Without \`pool\` all are listed.`);
    const [{ capacity, over_ms, target_minutes, pools: insights }, acquired] = await Promise.all([
      call(readPoolInsight, { query: { pool_id: pool.id } }),
      call(readPoolAcquired, { params: { id: pool.id } }),
    ]);
    const insight = insights.find(({ pool_id }) => pool_id === pool.id) ?? null;
    return { ...age, capacity, over_ms, target_minutes, pool, insight, acquired };
  },
});

export const proxies = defineTool({
  name: "proxies",
  title: "Proxies",
  description:
    'Every proxy with the result of its last check, and uptime, flapping and latency of its checks of the last 24 hours (`since` changes that); at most 1,000. Example: {"only_failing":true}',
  needs: [listProxies, readProxyHistory],
  input: z.object({ only_failing: z.optional(z.boolean()), since: z.optional(moment) }),
  async run({ only_failing: onlyFailing = false, since }, { call, read, nowMs }) {
    const [{ items, more, age }, history] = await Promise.all([
      readItems((query) => read(listProxies, { query })),
      call(readProxyHistory, { query: { since_ms: momentMs(since, nowMs, nowMs - 24 * hourMs) } }),
    ]);
    const summaries = new Map(history.proxies.map(({ proxy_id, summary }) => [proxy_id, summary]));
    const all = items.map((proxy) => ({ ...proxy, checks: summaries.get(proxy.id) ?? null }));
    return {
      ...age,
      proxies: onlyFailing ? all.filter(({ status }) => status !== undefined && status !== "available") : all,
      listed: all.length,
      more,
      checks_complete: history.complete,
    };
  },
});

/** A listed session: what it is and what uses it, without its settings. */
const shownBrowser = (
  { session_id, name, created_at, proxy_id, profile, tags, start_url, pool: ownPool }: Browser,
  origin: ListedSessionOrigin | undefined,
) => {
  const pool = origin?.pool ?? ownPool;
  const { invocation = null, activity = null } = origin ?? {};
  return {
    session_id,
    ...givenFields({ name, created_at, proxy_id, profile: profile?.name ?? profile?.id, tags, start_url }),
    pool: pool ? { id: pool.id, name: pool.name ?? null } : null,
    invocation: invocation && {
      id: invocation.id,
      app: invocation.app_name,
      action: invocation.action_name,
      version: invocation.version,
      status: invocation.status,
    },
    ...activity,
  };
};

/** A session that could not be read: a 404 alone says that it is not running. Rethrows all but a Problem. */
function unreadSession(error: unknown) {
  if (!(error instanceof Problem)) throw error;
  const { status, message } = error;
  return { session: status === 404 ? { not_running: message } : { unknown: message } };
}

export const browsers = defineTool({
  name: "browsers",
  title: "Browsers",
  description:
    'The active browser sessions with their pools and invocations, 20 by default, at most 100, from `offset` on; with `browser` one of them with its pool and invocation, also after its end, as recorded. Example: {"browser":"session_123"}',
  needs: [listBrowsers, retrieveBrowser, readSessionOrigin, listSessionOrigins],
  input: z.object({
    browser: z.optional(id),
    limit: rows(100),
    offset: z.optional(z.int().check(z.minimum(0))),
  }),
  page: "data.browsers",
  async run({ browser, limit: most = 20, offset }, { call, read }) {
    if (browser === undefined) {
      const query = { limit: most, ...(offset === undefined ? {} : { offset }) };
      const listed = await read(listBrowsers, { query });
      // The API may leave out what the contract has.
      const ids = listed.answer.flatMap(({ session_id = "" }) => (session_id === "" ? [] : [session_id]));
      const origins = ids.length === 0 ? [] : await call(listSessionOrigins, { query: { session_id: ids } });
      const originOf = new Map(origins.map((each) => [each.session_id, each]));
      return {
        ...ageOf(listed),
        browsers: listed.answer.map((each) => shownBrowser(each, originOf.get(each.session_id))),
        next_offset: listed.nextOffset,
      };
    }
    const origin = await call(readSessionOrigin, { params: { id: browser } });
    const found = await read(retrieveBrowser, { params: { id: browser } }).then(
      (running) => ({ ...ageOf(running), session: running.answer }),
      unreadSession,
    );
    return { ...found, origin };
  },
});

const lanes = [
  "invocations",
  "sessions",
  "pools",
  "checks",
  "log_gaps",
  "annotations",
  "actions",
  "gaps",
] as const;

/** A lane without its items. */
const countsOf = (lane: Timeline[(typeof lanes)[number]] | undefined) =>
  lane && Object.fromEntries(Object.entries(lane).filter(([, value]) => !Array.isArray(value)));

export const timeline = defineTool({
  name: "timeline",
  title: "Timeline of a range",
  description:
    'What is recorded in a range of time, in lanes: invocations by status with the newest ones, browsers, pools, checks of proxies, missing lines of logs, marks of operators, for operators their acts, gaps. Without `lanes` how much is in each, with it the items of those. By default the last hour, at most 31 days; choose a short range. Example: {"since":"2026-01-31T12:00:00Z","until":"2026-01-31T12:30:00Z","lanes":["pools","checks"]}',
  needs: [readTimeline],
  input: z.object({
    since: z.optional(moment),
    until: z.optional(moment),
    lanes: z.optional(z.array(z.enum(lanes)).check(z.minLength(1))),
  }),
  async run({ since, until, lanes: wanted }, { call, nowMs }) {
    const { sinceMs, untilMs } = rangeMs({ since, until }, nowMs, hourMs);
    const read = await call(readTimeline, { query: { from_ms: sinceMs, to_ms: untilMs } });
    const { from_ms, to_ms, began_at_ms } = read;
    const shown = Object.fromEntries(
      wanted?.map((lane) => [lane, read[lane]]) ?? lanes.map((lane) => [lane, countsOf(read[lane])]),
    );
    return { from_ms, to_ms, ...givenFields({ began_at_ms, ...shown }) };
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
    'Alerts that are open, those of what hits users now first, or resolved ones, the newest first; 50 by default, at most 200. `loud`: how many are open and not muted. Example: {"state":"open"}',
  needs: [listAlerts],
  input: z.object({
    state: z.optional(z.enum(["open", "resolved"])),
    limit: rows(200),
    cursor,
  }),
  page: "data.alerts",
  run: async ({ state = "open", limit: most = 50, cursor: after }, { call }) =>
    await call(listAlerts, {
      query: { state, limit: most, ...(after === undefined ? {} : { cursor: after }) },
    }),
});
