// The current dependents of a proxy or profile: pools, sessions and running invocations, from the API's lists or, where it
// lacks one, from the inventory. Each part has its `reach`. Shared by the pages of both nouns and the attention rules.
import "server-only";
import type { Dependents } from "../../bff/inventory.ts";
import { recordedBrowser } from "../../bff/recorded-browser.ts";
import type { Browser } from "../../contract/browsers.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { type Database, database } from "../db/database.ts";
import { type InvocationReads, invocationsBehind } from "../invocations/invocations-of-sessions.ts";
import { flushAnswers } from "../upstream/answer-events.ts";
import { call } from "../upstream/call.ts";
import { firstPage, type Listed } from "../upstream/first-page.ts";
import { resourcesLinkedTo } from "./resource-links.ts";
import { findResources, listResources } from "./resources.ts";

const limit = 100;

export interface DependencyTarget {
  kind: "proxy" | "profile";
  /** Its id, and its name if it may be referred to by name. */
  ids: readonly string[];
}

/** The lists of possible dependents. */
export interface DependentLists {
  pools: Listed<Pool>;
  browsers: Listed<Browser>;
}

export async function readDependentLists(): Promise<DependentLists> {
  const [pools, browsers] = await Promise.all([
    firstPage(() => call(operations.listPools, { query: { limit } })),
    firstPage(() => call(operations.listBrowsers, { query: { status: "active", limit } })),
  ]);
  return { pools, browsers };
}

function poolUses({ kind, ids }: DependencyTarget, { browser_pool_config: config }: Pool): boolean {
  const references = kind === "proxy" ? [config.proxy_id] : [config.profile?.id, config.profile?.name];
  return references.some((id) => id != null && ids.includes(id));
}

function sessionUses({ kind, ids }: DependencyTarget, { proxy_id, profile }: Browser): boolean {
  const references = kind === "proxy" ? [proxy_id] : [profile?.id, profile?.name];
  return references.some((id) => id != null && ids.includes(id));
}

const reachOf = (whole: boolean) => (whole ? "all" : "first");

/** Ids of resources linked to the target, last seen first, each once (links by id and by name may repeat). */
async function recordedDependents(
  db: Database,
  kind: "pool" | "session",
  target: DependencyTarget,
): Promise<string[]> {
  const links = await resourcesLinkedTo(db, kind, target);
  return [...new Set(links.map(({ id }) => id))];
}

async function poolsOf(
  db: Database,
  target: DependencyTarget,
  read: Listed<Pool>,
): Promise<Dependents["pools"]> {
  if (read.items !== undefined)
    return {
      reach: reachOf(read.whole),
      items: read.items
        .filter((pool) => poolUses(target, pool))
        .map((pool) => ({
          id: pool.id,
          name: nameOfPool(pool),
          available: pool.available_count,
          acquired: pool.acquired_count,
          size: pool.browser_pool_config.size ?? null,
        })),
    };
  const ids = await recordedDependents(db, "pool", target);
  const known = await findResources(db, "pool", ids);
  return {
    reach: "remembered",
    items: ids.flatMap((id) => {
      const pool = known.get(id);
      if (pool !== undefined && pool.ended_at_ms !== null) return [];
      return [{ id, name: pool?.name ?? null, available: null, acquired: null, size: null }];
    }),
  };
}

/** Recorded sessions linked to the target that have not ended or moved to another one. */
async function recordedSessions(
  db: Database,
  target: DependencyTarget,
): Promise<Dependents["sessions"]["items"]> {
  const ids = await recordedDependents(db, "session", target);
  const known = await findResources(db, "session", ids);
  return ids.flatMap((id) => {
    const session = known.get(id);
    if (session === undefined || session.ended_at_ms !== null) return [];
    const record = recordedBrowser(session.id, session.details);
    if (record !== undefined && !sessionUses(target, record)) return [];
    return [{ id: session.id, name: session.name, created_at: record?.created_at ?? null }];
  });
}

async function sessionsOf(
  db: Database,
  target: DependencyTarget,
  read: Listed<Browser>,
): Promise<Dependents["sessions"]> {
  if (read.items === undefined) return { reach: "remembered", items: await recordedSessions(db, target) };
  const items = read.items
    .filter((session) => sessionUses(target, session))
    .map(({ session_id: id, name, created_at }) => ({
      id,
      name: name || null,
      created_at: created_at ?? null,
    }));
  if (read.whole) return { reach: "all", items };
  // Sessions beyond the first page come from the record.
  const listed = new Set(read.items.map(({ session_id }) => session_id));
  const others = (await recordedSessions(db, target)).filter(({ id }) => !listed.has(id));
  return { reach: "first", items: [...items, ...others] };
}

/**
 * The dependents of a target; `at_ms` is the time of the oldest list. When sessions come from the record, the reach of
 * the invocations is theirs.
 */
export async function dependentsIn(
  db: Database,
  target: DependencyTarget,
  lists: DependentLists,
  reads?: InvocationReads,
): Promise<Dependents> {
  const [pools, sessions] = await Promise.all([
    poolsOf(db, target, lists.pools),
    sessionsOf(db, target, lists.browsers),
  ]);
  const running = await invocationsBehind(
    db,
    sessions.items.map(({ id }) => id),
    reads,
  );
  const invocations = {
    reach: sessions.reach === "all" ? running.reach : sessions.reach,
    items: running.items.map(({ started_at_ms: _, ...invocation }) => invocation),
  };
  const readAtMs = [lists.pools, lists.browsers].flatMap((read) =>
    read.items === undefined ? [] : [read.atMs],
  );
  return { at_ms: Math.min(Date.now(), ...readAtMs), pools, sessions, invocations };
}

/** The current dependents of a target. */
export async function dependentsOf(target: DependencyTarget): Promise<Dependents> {
  const lists = await readDependentLists();
  await flushAnswers();
  return await dependentsIn(database(), target, lists);
}

/** The dependents of a profile given by its id or name; resources refer to it by either. */
export async function profileDependents(idOrName: string): Promise<Dependents> {
  const known = await listResources(database(), { kind: "profile" });
  const same = known.filter(({ id, name }) => id === idOrName || name === idOrName);
  const ids = new Set([idOrName, ...same.flatMap(({ id, name }) => (name === null ? [id] : [id, name]))]);
  return dependentsOf({ kind: "profile", ids: [...ids] });
}
