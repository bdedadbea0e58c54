// The users of each profile, for the list of profiles: from the API's lists that the profile's page reads, too, or from
// the inventory when the API lacks a list.
import "server-only";
import type { InventoryItem, Reach, UsedProfiles } from "../../bff/inventory.ts";
import { operations } from "../../contract/operations/operations.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { type Database, database } from "../db/database.ts";
import { resourcesLinkedTo } from "../inventory/resource-links.ts";
import { findResources, listResources } from "../inventory/resources.ts";
import { flushAnswers } from "../upstream/answer-events.ts";
import { call } from "../upstream/call.ts";
import { firstPage } from "../upstream/first-page.ts";
import { type ProfileUser, tallyProfiles } from "./profile-tally.ts";

const limit = 100;

interface Users {
  reach: Reach;
  users: ProfileUser[];
}

/** Recorded resources of a kind that last used a profile and have not ended. */
export async function recordedUsers(
  db: Database,
  kind: "pool" | "session",
  profiles: readonly Pick<InventoryItem, "id">[],
): Promise<Users> {
  const links = await resourcesLinkedTo(db, kind, { kind: "profile", ids: profiles.map(({ id }) => id) });
  // Links are sorted last seen first; the newest of a resource applies.
  const newest = new Map(links.toReversed().map(({ id, toId }) => [id, toId]));
  const known = await findResources(db, kind, [...newest.keys()]);
  const users = [...newest].flatMap(([id, toId]): ProfileUser[] => {
    const from = known.get(id);
    if (from === undefined || from.ended_at_ms !== null) return [];
    const profile = { id: toId };
    return [kind === "pool" ? { profile, pool: { id, name: from.name } } : { profile }];
  });
  return { reach: "remembered", users };
}

async function pools(viewer: string, profiles: readonly InventoryItem[]): Promise<Users & { atMs: number }> {
  const read = await firstPage(() => call(operations.listPools, { query: { limit } }, { viewer }));
  if (read.items === undefined)
    return { ...(await recordedUsers(database(), "pool", profiles)), atMs: Date.now() };
  const users = read.items.map((pool) => ({
    profile: pool.browser_pool_config.profile,
    pool: { id: pool.id, name: nameOfPool(pool) },
  }));
  return { reach: read.whole ? "all" : "first", users, atMs: read.atMs };
}

async function sessions(
  viewer: string,
  profiles: readonly InventoryItem[],
): Promise<Users & { atMs: number }> {
  const read = await firstPage(() =>
    call(operations.listBrowsers, { query: { status: "active", limit } }, { viewer }),
  );
  if (read.items === undefined)
    return { ...(await recordedUsers(database(), "session", profiles)), atMs: Date.now() };
  const users = read.items.map(({ profile }) => ({ profile }));
  return { reach: read.whole ? "all" : "first", users, atMs: read.atMs };
}

/** All used profiles; `at_ms` is the time of the older of the two lists. `viewer`: the sign-in that requests it. */
export async function usedProfiles(viewer: string): Promise<UsedProfiles> {
  await flushAnswers();
  const profiles = await listResources(database(), { kind: "profile" });
  const [configured, live] = await Promise.all([pools(viewer, profiles), sessions(viewer, profiles)]);
  return {
    at_ms: Math.min(configured.atMs, live.atMs),
    pools: configured.reach,
    sessions: live.reach,
    items: tallyProfiles([...configured.users, ...live.users], profiles),
  };
}
