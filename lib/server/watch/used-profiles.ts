// Who uses which profile, for the list of profiles: the same lists of the API that a profile's own page reads, and what
// earlier answers taught where it has none.
import "server-only";
import type { InventoryItem, Reach, UsedProfiles } from "../../bff/inventory.ts";
import { operations } from "../../contract/operations.ts";
import { database } from "../store/database.ts";
import { findSeen, listSeen, seenLeadingTo } from "../store/inventory.ts";
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
async function remembered(kind: "pool" | "session", profiles: readonly InventoryItem[]): Promise<Users> {
  const ids = profiles.map(({ id }) => id);
  const links = await seenLeadingTo(database(), kind, { kind: "profile", ids });
  const users: ProfileUser[] = [];
  for (const { id, toId } of links) {
    const from = await findSeen(database(), kind, id);
    if (from === undefined || from.ended_at_ms !== null) continue;
    const profile = { id: toId };
    users.push(kind === "pool" ? { profile, pool: { id, name: from.name } } : { profile });
  }
  return { reach: "remembered", users };
}

async function pools(profiles: readonly InventoryItem[]): Promise<Users & { atMs: number }> {
  const read = await firstPage(() => call(operations.listPools, { query: { limit } }));
  if (read.items === undefined) return { ...(await remembered("pool", profiles)), atMs: Date.now() };
  const users = read.items.map(({ id, name, browser_pool_config: config }) => ({
    profile: config.profile,
    pool: { id, name: name ?? config.name ?? null },
  }));
  return { reach: read.whole ? "all" : "first", users, atMs: read.atMs };
}

async function sessions(profiles: readonly InventoryItem[]): Promise<Users & { atMs: number }> {
  const read = await firstPage(() => call(operations.listBrowsers, { query: { status: "active", limit } }));
  if (read.items === undefined) return { ...(await remembered("session", profiles)), atMs: Date.now() };
  const users = read.items.map(({ profile }) => ({ profile }));
  return { reach: read.whole ? "all" : "first", users, atMs: read.atMs };
}

/** Every profile that is used, as old as the older of the lists it was read from. */
export async function usedProfiles(): Promise<UsedProfiles> {
  await settleObservations();
  const profiles = await listSeen(database(), { kind: "profile" });
  const [configured, live] = await Promise.all([pools(profiles), sessions(profiles)]);
  return {
    at_ms: Math.min(configured.atMs, live.atMs),
    pools: configured.reach,
    sessions: live.reach,
    items: tallyProfiles([...configured.users, ...live.users], profiles),
  };
}
