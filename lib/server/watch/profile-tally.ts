// Who uses which profile, counted from pools and sessions that refer to a profile by its id or by its name: pure.
import type { InventoryItem, UsedProfiles } from "../../bff/inventory.ts";

/** A reference to a profile as the API makes it. */
export interface ProfileReference {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
}

export interface ProfileUser {
  readonly profile: ProfileReference | null | undefined;
  /** A pool that is configured with it; absent: a live session. */
  readonly pool?: { readonly id: string; readonly name: string | null };
}

type Known = Pick<InventoryItem, "id" | "name" | "ended_at_ms">;

/** What a reference means among the known profiles: an id as it is, a name as the id of the living one called so. */
function resolver(known: readonly Known[]): (reference: ProfileReference) => string | undefined {
  // A profile that was only ever referred to by its name stands under the name.
  const real = known.filter(({ id, name }) => id !== name);
  const ids = new Set(real.map(({ id }) => id));
  const living = real.filter(({ ended_at_ms }) => ended_at_ms === null);
  const byName = new Map([...real, ...living].map(({ id, name }) => [name, id]));
  return ({ id, name }) => {
    const text = id ?? name;
    if (text === null || text === undefined) return undefined;
    return ids.has(text) ? text : (byName.get(text) ?? text);
  };
}

/** Each profile that is used, with the pools configured with it and how many live sessions are on it. */
export function tallyProfiles(users: readonly ProfileUser[], known: readonly Known[]): UsedProfiles["items"] {
  const resolve = resolver(known);
  const tally = new Map<string, UsedProfiles["items"][number]>();
  for (const { profile, pool } of users) {
    const key = resolve(profile ?? {});
    if (key === undefined) continue;
    const item = tally.get(key) ?? { profile: key, pools: [], sessions: 0 };
    tally.set(key, item);
    if (pool === undefined) item.sessions += 1;
    else item.pools.push({ id: pool.id, name: pool.name });
  }
  return [...tally.values()];
}
