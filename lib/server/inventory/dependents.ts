// The current dependents of a proxy or profile: pools, sessions and running invocations, from the API's lists or, where it
// lacks one, from the inventory. Each part has its `reach`. Shared by the pages of both nouns and the attention rules.
import "server-only";
import { z } from "zod";
import type { Dependents, InventoryItem } from "../../bff/inventory.ts";
import type { Browser } from "../../contract/browsers.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { type Database, database } from "../db/database.ts";
import { type InvocationReads, invocationsBehind } from "../invocations/invocations-of-sessions.ts";
import { flushAnswers } from "../upstream/answer-events.ts";
import { call } from "../upstream/call.ts";
import { firstPage, type Listed } from "../upstream/first-page.ts";
import { resourcesLinkedToEach } from "./resource-links.ts";
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

type References = Pick<Browser | Pool["browser_pool_config"], "proxy_id" | "profile">;

function refersTo({ kind, ids }: DependencyTarget, { proxy_id, profile }: References): boolean {
  const references = kind === "proxy" ? [proxy_id] : [profile?.id, profile?.name];
  return references.some((id) => id != null && ids.includes(id));
}

/** What a recorded pool uses; a part is absent where it was not recorded. */
const recordedPool = z.object({
  proxy_id: z.string().nullish(),
  profile: z.object({ id: z.string().nullish(), name: z.string().nullish() }).nullish(),
});

/** For each target the recorded resources linked to it, last seen first, each once; undefined where only the link is known. */
async function recordedDependents(
  db: Database,
  kind: "pool" | "session",
  targets: readonly DependencyTarget[],
): Promise<(readonly [string, InventoryItem | undefined])[][]> {
  const [first] = targets;
  if (first === undefined) return [];
  const to = { kind: first.kind, ids: [...new Set(targets.flatMap(({ ids }) => ids))] };
  const links = await resourcesLinkedToEach(db, kind, to);
  const known = await findResources(
    db,
    kind,
    links.map(({ id }) => id),
  );
  return targets.map(({ ids }) => {
    const own = links.filter(({ toId }) => ids.includes(toId)).map(({ id }) => id);
    return [...new Set(own)].map((id) => [id, known.get(id)] as const);
  });
}

/** Whether a recorded pool that is linked to the target has another one, or none, by now. */
function hasMoved(target: DependencyTarget, pool: InventoryItem): boolean {
  const { data } = recordedPool.safeParse(pool.details);
  const isRecorded = data?.[target.kind === "proxy" ? "proxy_id" : "profile"] !== undefined;
  return data !== undefined && isRecorded && !refersTo(target, data);
}

/** For each target the recorded pools linked to it that have not ended or moved to another one. */
async function recordedPools(
  db: Database,
  targets: readonly DependencyTarget[],
): Promise<Dependents["pools"]["items"][]> {
  const recorded = await recordedDependents(db, "pool", targets);
  return targets.map((target, at) =>
    (recorded[at] ?? []).flatMap(([id, pool]) => {
      if (pool !== undefined && (pool.ended_at_ms !== null || hasMoved(target, pool))) return [];
      return [{ id, name: pool?.name ?? null, available: null, acquired: null, size: null }];
    }),
  );
}

async function poolsOf(
  db: Database,
  targets: readonly DependencyTarget[],
  read: Listed<Pool>,
): Promise<Dependents["pools"][]> {
  if (read.items === undefined)
    return (await recordedPools(db, targets)).map((items) => ({ reach: "remembered", items }));
  const listed = read.items;
  const itemsOf = (target: DependencyTarget) =>
    listed
      .filter((pool) => refersTo(target, pool.browser_pool_config))
      .map((pool) => ({
        id: pool.id,
        name: nameOfPool(pool),
        available: pool.available_count,
        acquired: pool.acquired_count,
        size: pool.browser_pool_config.size ?? null,
      }));
  if (read.whole) return targets.map((target) => ({ reach: "all", items: itemsOf(target) }));
  // Pools beyond the first page come from the record.
  const listedIds = new Set(listed.map(({ id }) => id));
  const recorded = await recordedPools(db, targets);
  return targets.map((target, at) => ({
    reach: "first",
    items: [...itemsOf(target), ...(recorded[at] ?? []).filter(({ id }) => !listedIds.has(id))],
  }));
}

/** The same of a recorded session, and when it began. */
const recordedSession = recordedPool.extend({ created_at: z.string().nullish() });

/** For each target the recorded sessions linked to it that have not ended or moved to another one, without the listed ones. */
async function recordedSessions(
  db: Database,
  targets: readonly DependencyTarget[],
  listedIds: ReadonlySet<string> = new Set(),
): Promise<Dependents["sessions"]["items"][]> {
  const recorded = await recordedDependents(db, "session", targets);
  return targets.map((target, at) =>
    (recorded[at] ?? []).flatMap(([id, session]) => {
      if (listedIds.has(id) || session === undefined || session.ended_at_ms !== null) return [];
      const hasRecord = Object.keys(session.details).length > 0;
      const { data: record } = recordedSession.safeParse(session.details);
      if (hasRecord && record !== undefined && !refersTo(target, record)) return [];
      return [{ id, name: session.name, created_at: record?.created_at ?? null }];
    }),
  );
}

async function sessionsOf(
  db: Database,
  targets: readonly DependencyTarget[],
  read: Listed<Browser>,
): Promise<Dependents["sessions"][]> {
  if (read.items === undefined)
    return (await recordedSessions(db, targets)).map((items) => ({ reach: "remembered", items }));
  const listed = read.items;
  const itemsOf = (target: DependencyTarget) =>
    listed
      .filter((session) => refersTo(target, session))
      .map(({ session_id: id, name, created_at }) => ({
        id,
        name: name || null,
        created_at: created_at ?? null,
      }));
  if (read.whole) return targets.map((target) => ({ reach: "all", items: itemsOf(target) }));
  // Sessions beyond the first page come from the record.
  const listedIds = new Set(listed.map(({ session_id }) => session_id));
  const recorded = await recordedSessions(db, targets, listedIds);
  return targets.map((target, at) => ({
    reach: "first",
    items: [...itemsOf(target), ...(recorded[at] ?? [])],
  }));
}

/**
 * The dependents of each target, all of one kind, with one reading for all of them; `at_ms` is the time of the oldest
 * list. When sessions come from the record, the reach of the invocations is theirs.
 */
export async function dependentsOfEach(
  db: Database,
  targets: readonly DependencyTarget[],
  lists: DependentLists,
  reads?: InvocationReads,
): Promise<Dependents[]> {
  const [pools, sessions] = await Promise.all([
    poolsOf(db, targets, lists.pools),
    sessionsOf(db, targets, lists.browsers),
  ]);
  const sessionIds = [...new Set(sessions.flatMap(({ items }) => items.map(({ id }) => id)))];
  const running = await invocationsBehind(db, sessionIds, reads);
  const readAtMs = [lists.pools, lists.browsers].flatMap((read) =>
    read.items === undefined ? [] : [read.atMs],
  );
  const at_ms = Math.min(Date.now(), ...readAtMs);
  return pools.flatMap((ownPools, at) => {
    const own = sessions[at];
    if (own === undefined) return [];
    const ids = new Set(own.items.map(({ id }) => id));
    const reach = ids.size === 0 ? "all" : running.reach;
    const items = running.items
      .filter(({ session_id }) => ids.has(session_id))
      .map(({ started_at_ms: _, ...invocation }) => invocation);
    const invocations = { reach: own.reach === "all" ? reach : own.reach, items };
    return [{ at_ms, pools: ownPools, sessions: own, invocations }];
  });
}

/** The current dependents of a target. */
export async function dependentsOf(target: DependencyTarget): Promise<Dependents> {
  const lists = await readDependentLists();
  await flushAnswers();
  const [dependents] = await dependentsOfEach(database(), [target], lists);
  if (dependents === undefined) throw new Error("no dependents of one target");
  return dependents;
}

/** The dependents of a profile given by its id or name; resources refer to it by either. */
export async function profileDependents(idOrName: string): Promise<Dependents> {
  const known = await listResources(database(), { kind: "profile" });
  const same = known.filter(({ id, name }) => id === idOrName || name === idOrName);
  const ids = new Set([idOrName, ...same.flatMap(({ id, name }) => (name === null ? [id] : [id, name]))]);
  return dependentsOf({ kind: "profile", ids: [...ids] });
}
