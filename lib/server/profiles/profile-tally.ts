// Counts the pools and sessions of each profile, which refer to it by its id or its name. Pure.
import type { InventoryItem, UsedProfiles } from "../../bff/inventory.ts";

/** A reference to a profile as the API makes it. */
export interface ProfileReference {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
}

export interface ProfileUser {
  readonly profile: ProfileReference | null | undefined;
  /** The pool configured with the profile; absent for a live session. */
  readonly pool?: { readonly id: string; readonly name: string | null };
}

type RecordedProfile = Pick<InventoryItem, "id" | "name" | "ended_at_ms">;

/** Resolves a reference to the id of a known profile; a name preferably to an existing profile of that name. */
function resolver(known: readonly RecordedProfile[]): (reference: ProfileReference) => string | undefined {
  // A profile known only by a reference to its name is recorded with the name as its id.
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

/** Each used profile with the pools configured with it and the number of its live sessions. */
export function tallyProfiles(
  users: readonly ProfileUser[],
  known: readonly RecordedProfile[],
): UsedProfiles["items"] {
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
