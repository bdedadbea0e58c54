// Who uses which profile, for the list of profiles: the same lists of the API that a profile's own page reads, and what
// earlier answers taught where it has none.
import "server-only";
import type { InventoryItem, Reach, UsedProfiles } from "../../bff/inventory.ts";
import { operations } from "../../contract/operations.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { type Database, database } from "../store/database.ts";
import { findAllSeen, listSeen, seenLeadingTo } from "../store/inventory.ts";
import { call } from "../upstream/call.ts";
import { firstPage } from "./first-page.ts";
import { settleObservations } from "./observe.ts";
import { type ProfileUser, tallyProfiles } from "./profile-tally.ts";

const limit = 100;

interface Users {
  reach: Reach;
  users: ProfileUser[];
}

/** What of a kind was last known to be on a profile and is not known to be gone. */
export async function rememberedUsers(
  db: Database,
  kind: "pool" | "session",
  profiles: readonly Pick<InventoryItem, "id">[],
): Promise<Users> {
  const links = await seenLeadingTo(db, kind, { kind: "profile", ids: profiles.map(({ id }) => id) });
  // Last seen first: where one was linked to several, or by its name too, the newest of its links holds.
  const newest = new Map(links.toReversed().map(({ id, toId }) => [id, toId]));
  const known = await findAllSeen(db, kind, [...newest.keys()]);
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
    return { ...(await rememberedUsers(database(), "pool", profiles)), atMs: Date.now() };
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
    return { ...(await rememberedUsers(database(), "session", profiles)), atMs: Date.now() };
  const users = read.items.map(({ profile }) => ({ profile }));
  return { reach: read.whole ? "all" : "first", users, atMs: read.atMs };
}

/** Every profile that is used, as old as the older of the lists it was read from. `viewer`: the sign-in that looks. */
export async function usedProfiles(viewer: string): Promise<UsedProfiles> {
  await settleObservations();
  const profiles = await listSeen(database(), { kind: "profile" });
  const [configured, live] = await Promise.all([pools(viewer, profiles), sessions(viewer, profiles)]);
  return {
    at_ms: Math.min(configured.atMs, live.atMs),
    pools: configured.reach,
    sessions: live.reach,
    items: tallyProfiles([...configured.users, ...live.users], profiles),
  };
}
