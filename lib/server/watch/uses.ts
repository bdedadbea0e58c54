// What hangs on a proxy or a profile, now: the API's lists where it has them, and what earlier answers taught where it
// has not. Each part says how far it reaches; nothing is counted that was not read.
import "server-only";
import type { Reach, Uses } from "../../bff/inventory.ts";
import type { Browser } from "../../contract/browsers.ts";
import type { Invocation } from "../../contract/invocations.ts";
import { operations } from "../../contract/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { database } from "../store/database.ts";
import { findSeen, listSeen, seenLeadingTo } from "../store/inventory.ts";
import { call } from "../upstream/call.ts";
import { firstPage, type Listed } from "./first-page.ts";
import { settleObservations } from "./observe.ts";

const limit = 100;
/** Running runs that are asked for their sessions, at most: each costs a call. */
const mostAsked = 30;

export interface UsedThing {
  kind: "proxy" | "profile";
  /** Its id, and its name where things may refer to it by that. */
  ids: readonly string[];
}

function poolUses({ kind, ids }: UsedThing, { browser_pool_config: config }: Pool): boolean {
  const used = kind === "proxy" ? [config.proxy_id] : [config.profile?.id, config.profile?.name];
  return used.some((id) => id != null && ids.includes(id));
}

function sessionUses({ kind, ids }: UsedThing, { proxy_id, profile }: Browser): boolean {
  const used = kind === "proxy" ? [proxy_id] : [profile?.id, profile?.name];
  return used.some((id) => id != null && ids.includes(id));
}

const reachOf = (whole: boolean) => (whole ? "all" : "first");

async function poolsOf(thing: UsedThing, read: Listed<Pool>): Promise<Uses["pools"]> {
  if (read.items !== undefined)
    return {
      reach: reachOf(read.whole),
      items: read.items
        .filter((pool) => poolUses(thing, pool))
        .map((pool) => ({
          id: pool.id,
          name: pool.name ?? pool.browser_pool_config.name ?? null,
          available: pool.available_count,
          acquired: pool.acquired_count,
          size: pool.browser_pool_config.size ?? null,
        })),
    };
  const links = await seenLeadingTo(database(), "pool", thing);
  const known = new Map((await listSeen(database(), { kind: "pool" })).map((pool) => [pool.id, pool]));
  return {
    reach: "remembered",
    items: links.map(({ id }) => ({
      id,
      name: known.get(id)?.name ?? null,
      available: null,
      acquired: null,
      size: null,
    })),
  };
}

async function sessionsOf(thing: UsedThing, read: Listed<Browser>): Promise<Uses["sessions"]> {
  if (read.items !== undefined)
    return {
      reach: reachOf(read.whole),
      items: read.items
        .filter((browser) => sessionUses(thing, browser))
        .map(({ session_id: id, created_at }) => ({ id, created_at: created_at ?? null })),
    };
  const links = await seenLeadingTo(database(), "session", thing);
  const known = await Promise.all(links.map(({ id }) => findSeen(database(), "session", id)));
  const live = known.flatMap((session) => (session && session.ended_at_ms === null ? [session] : []));
  return { reach: "remembered", items: live.map(({ id }) => ({ id, created_at: null })) };
}

const runOf = (run: Invocation, sessionId: string): Uses["runs"]["items"][number] => ({
  id: run.id,
  app_name: run.app_name ?? null,
  action_name: run.action_name ?? null,
  version: run.version ?? null,
  session_id: sessionId,
});

async function runsBehind(sessionIds: readonly string[]): Promise<Uses["runs"]> {
  if (sessionIds.length === 0) return { reach: "all", items: [] };
  const running = await firstPage(() =>
    call(operations.listInvocations, { query: { status: "running", limit } }),
  );
  if (running.items === undefined) return { reach: "remembered", items: [] };
  const wanted = new Set(sessionIds);
  const items: Uses["runs"]["items"] = [];
  let reach: Reach = reachOf(running.whole);
  if (running.items.length > mostAsked) reach = "first";
  for (const run of running.items.slice(0, mostAsked)) {
    try {
      const { value } = await call(operations.listInvocationBrowsers, { params: { id: run.id } });
      for (const { session_id: id } of value?.browsers ?? []) if (wanted.has(id)) items.push(runOf(run, id));
    } catch {
      // Its sessions are not known now; what is counted is then not all there is.
      reach = "first";
    }
  }
  return { reach, items };
}

/** What uses a thing, as old as the oldest list it was read from. Sessions that only earlier answers told of bound what is known of the runs too. */
export async function usesOf(thing: UsedThing): Promise<Uses> {
  await settleObservations();
  const [poolList, sessionList] = await Promise.all([
    firstPage(() => call(operations.listPools, { query: { limit } })),
    firstPage(() => call(operations.listBrowsers, { query: { status: "active", limit } })),
  ]);
  const [pools, sessions] = await Promise.all([poolsOf(thing, poolList), sessionsOf(thing, sessionList)]);
  const runs = await runsBehind(sessions.items.map(({ id }) => id));
  const reach = sessions.reach === "all" ? runs.reach : sessions.reach;
  const readAtMs = [poolList, sessionList].flatMap((read) => (read.items === undefined ? [] : [read.atMs]));
  return { at_ms: Math.min(Date.now(), ...readAtMs), pools, sessions, runs: { ...runs, reach } };
}

/** What uses a profile that is named by its id or its name: things refer to it by either. */
export async function profileUses(idOrName: string): Promise<Uses> {
  const known = await listSeen(database(), { kind: "profile" });
  const same = known.filter(({ id, name }) => id === idOrName || name === idOrName);
  const ids = new Set([idOrName, ...same.flatMap(({ id, name }) => (name === null ? [id] : [id, name]))]);
  return usesOf({ kind: "profile", ids: [...ids] });
}
