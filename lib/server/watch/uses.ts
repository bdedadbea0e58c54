// What hangs on a proxy or a profile, now: the API's lists where it has them, and what earlier answers taught where it
// has not. Each part says how far it reaches; nothing is counted that was not read. The one place where it is worked
// out, for the pages of both and for what needs attention.
import "server-only";
import type { Uses } from "../../bff/inventory.ts";
import { type Browser, browser } from "../../contract/browsers.ts";
import { operations } from "../../contract/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { type Database, database } from "../store/database.ts";
import { findAllSeen, listSeen, seenLeadingTo } from "../store/inventory.ts";
import { call } from "../upstream/call.ts";
import { firstPage, type Listed } from "./first-page.ts";
import { settleObservations } from "./observe.ts";
import { type RunReads, runsBehind } from "./runs-behind.ts";

const limit = 100;

export interface UsedThing {
  kind: "proxy" | "profile";
  /** Its id, and its name where things may refer to it by that. */
  ids: readonly string[];
}

/** The lists of what may use something. */
export interface UsedLists {
  pools: Listed<Pool>;
  browsers: Listed<Browser>;
}

export async function readUsedLists(): Promise<UsedLists> {
  const [pools, browsers] = await Promise.all([
    firstPage(() => call(operations.listPools, { query: { limit } })),
    firstPage(() => call(operations.listBrowsers, { query: { status: "active", limit } })),
  ]);
  return { pools, browsers };
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

/** What earlier answers linked to it, last seen first, each once: by its id and by its name it may be linked twice. */
async function rememberedOn(db: Database, kind: "pool" | "session", thing: UsedThing): Promise<string[]> {
  const links = await seenLeadingTo(db, kind, thing);
  return [...new Set(links.map(({ id }) => id))];
}

async function poolsOf(db: Database, thing: UsedThing, read: Listed<Pool>): Promise<Uses["pools"]> {
  if (read.items !== undefined)
    return {
      reach: reachOf(read.whole),
      items: read.items
        .filter((pool) => poolUses(thing, pool))
        .map((pool) => ({
          id: pool.id,
          name: nameOfPool(pool),
          available: pool.available_count,
          acquired: pool.acquired_count,
          size: pool.browser_pool_config.size ?? null,
        })),
    };
  const ids = await rememberedOn(db, "pool", thing);
  const known = await findAllSeen(db, "pool", ids);
  return {
    reach: "remembered",
    items: ids.flatMap((id) => {
      const pool = known.get(id);
      if (pool !== undefined && pool.ended_at_ms !== null) return [];
      return [{ id, name: pool?.name ?? null, available: null, acquired: null, size: null }];
    }),
  };
}

/** Sessions that earlier answers linked to it and that are not known to have ended, or to be on another one since. */
async function rememberedSessions(db: Database, thing: UsedThing): Promise<Uses["sessions"]["items"]> {
  const ids = await rememberedOn(db, "session", thing);
  const known = await findAllSeen(db, "session", ids);
  return ids.flatMap((id) => {
    const session = known.get(id);
    if (session === undefined || session.ended_at_ms !== null) return [];
    const record = browser.safeParse({ session_id: session.id, ...session.facts });
    const told = Object.keys(session.facts).length > 0 && record.success;
    if (told && !sessionUses(thing, record.data)) return [];
    return [{ id: session.id, created_at: (told ? record.data.created_at : null) ?? null }];
  });
}

async function sessionsOf(db: Database, thing: UsedThing, read: Listed<Browser>): Promise<Uses["sessions"]> {
  if (read.items === undefined) return { reach: "remembered", items: await rememberedSessions(db, thing) };
  const items = read.items
    .filter((session) => sessionUses(thing, session))
    .map(({ session_id: id, created_at }) => ({ id, created_at: created_at ?? null }));
  if (read.whole) return { reach: "all", items };
  // Behind the first page there are others: those that the recorder saw there.
  const listed = new Set(read.items.map(({ session_id }) => session_id));
  const others = (await rememberedSessions(db, thing)).filter(({ id }) => !listed.has(id));
  return { reach: "first", items: [...items, ...others] };
}

/**
 * What uses a thing, as old as the oldest of the lists. Sessions that only earlier answers told of bound what is known
 * of the runs too.
 */
export async function usesIn(
  db: Database,
  thing: UsedThing,
  lists: UsedLists,
  reads?: RunReads,
): Promise<Uses> {
  const [pools, sessions] = await Promise.all([
    poolsOf(db, thing, lists.pools),
    sessionsOf(db, thing, lists.browsers),
  ]);
  const behind = await runsBehind(
    db,
    sessions.items.map(({ id }) => id),
    reads,
  );
  const runs = {
    reach: sessions.reach === "all" ? behind.reach : sessions.reach,
    items: behind.items.map(({ started_at_ms: _, ...run }) => run),
  };
  const readAtMs = [lists.pools, lists.browsers].flatMap((read) =>
    read.items === undefined ? [] : [read.atMs],
  );
  return { at_ms: Math.min(Date.now(), ...readAtMs), pools, sessions, runs };
}

/** What uses a thing now. */
export async function usesOf(thing: UsedThing): Promise<Uses> {
  const lists = await readUsedLists();
  await settleObservations();
  return await usesIn(database(), thing, lists);
}

/** What uses a profile that is named by its id or its name: things refer to it by either. */
export async function profileUses(idOrName: string): Promise<Uses> {
  const known = await listSeen(database(), { kind: "profile" });
  const same = known.filter(({ id, name }) => id === idOrName || name === idOrName);
  const ids = new Set([idOrName, ...same.flatMap(({ id, name }) => (name === null ? [id] : [id, name]))]);
  return usesOf({ kind: "profile", ids: [...ids] });
}
