// Profiles: saved browser states with an id and an optional name. Sessions read the state from a browser and load it
// into one; profiles only store it.
import type { FileHandle } from "node:fs/promises";
import type { Profile } from "../../lib/contract/profiles.ts";
import { type ProfileState, profileState } from "../chromium/profile-state.ts";
import { type Clock, formatNanoseconds } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { badRequest, conflict, notFound } from "../kernel/problem.ts";
import type { StateFiles } from "../kernel/state-files.ts";
import type { Store } from "../kernel/store.ts";
import { type ProfileRow, ProfileRows } from "./profile-rows.ts";

/** A profile in a request: exactly one of the two is set. */
export interface ProfileChoice {
  id?: string | undefined;
  name?: string | undefined;
}

/** A profile's record with its saved state, absent while nothing was saved. */
export interface ResolvedProfile {
  id: string;
  name?: string;
  created_at: string;
  updated_at?: string;
  last_used_at?: string;
  state?: ProfileState;
  /** When the state was read from a browser; see `StateOrigin`. */
  stateTakenAt?: string;
}

/** Where a state comes from, which may have waited before it came here. */
export interface StateOrigin {
  /** How long ago it was read from its browser, in milliseconds. */
  ageMs: number;
  /** The `stateTakenAt` of the profile that its session was given; absent when that had no state. */
  basedOn?: string | undefined;
}

/** Creates, reads, renames and deletes profiles and their saved states. */
export class Profiles {
  readonly #rows: ProfileRows;
  readonly #files: StateFiles;
  readonly #clock: Clock;
  /** By profile: the latest of its states to be stored. */
  readonly #saving = new Map<string, Promise<unknown>>();

  constructor(deps: { store: Store; files: StateFiles; clock: Clock }) {
    this.#rows = new ProfileRows(deps.store);
    this.#files = deps.files;
    this.#clock = deps.clock;
  }

  /** Creates an empty profile; 409 when the name is taken. */
  create(name?: string): Profile {
    const created: ProfileRow = {
      id: newId(),
      name: name ?? null,
      created_at: this.#clock.timestamp(),
      updated_at: null,
      last_used_at: null,
      state_taken_at: null,
    };
    if (!this.#rows.insert(created)) throw conflict(`a profile named ${name} already exists`);
    return toResource(created);
  }

  /** Newest first; `query` matches a part of the id or name, case-insensitively. */
  list(query?: string): Profile[] {
    const part = query?.toLowerCase() ?? "";
    const fits = (row: ProfileRow) => row.id.includes(part) || row.name?.toLowerCase().includes(part);
    return this.#rows.list().filter(fits).map(toResource);
  }

  /** By id; undefined for an unknown one. */
  find(id: string): ReturnType<typeof toResource> | undefined {
    const row = this.#rows.byId(id);
    return row && toResource(row);
  }

  /** By id, else by name; 404 for neither. */
  retrieve(idOrName: string): Profile {
    return toResource(this.#find(idOrName));
  }

  /** Renames a profile with its saved state; 404, or 409 when the name is taken. */
  rename(idOrName: string, name: string): Profile {
    const row = this.#find(idOrName);
    if (!this.#rows.rename(row.id, name, this.#clock.timestamp())) {
      throw conflict(`a profile named ${name} already exists`);
    }
    return this.retrieve(row.id);
  }

  /** Removes the record and the saved state. 404. */
  async delete(idOrName: string): Promise<void> {
    const { id } = this.#find(idOrName);
    this.#rows.delete(id);
    await this.#files.remove(id);
  }

  /** Opens the saved state's file; undefined while nothing was saved. The caller closes it. */
  async openState(idOrName: string): Promise<FileHandle | undefined> {
    return await this.#files.read(this.#find(idOrName).id);
  }

  /** Finds the chosen profile's record. 400 unless exactly one of id and name is given, 404 when it is unknown. */
  choose(choice: ProfileChoice): ProfileRow {
    const { id, name } = choice;
    if (id !== undefined && name === undefined) return requireRow(this.#rows.byId(id), id, "profile: ");
    if (name !== undefined && id === undefined) return requireRow(this.#rows.byName(name), name, "profile: ");
    throw badRequest("profile: give exactly one of id and name");
  }

  /** Reads the profile for a new session and records its use. Throws as `choose`. */
  async resolve(choice: ProfileChoice): Promise<ResolvedProfile> {
    const row = this.choose(choice);
    const { id } = row;
    const file = await this.#files.read(id);
    const usedAt = this.#clock.timestamp();
    this.#rows.recordUsed(id, usedAt);
    const record = toResource({ ...row, last_used_at: usedAt });
    if (!file) return record;
    try {
      const state = profileState.parse(JSON.parse(await file.readFile("utf8")));
      return { ...record, state, ...(row.state_taken_at ? { stateTakenAt: row.state_taken_at } : {}) };
    } finally {
      await file.close();
    }
  }

  /**
   * Stores the state of an ended session, unless the profile was deleted meanwhile. Of several sessions with the profile the
   * one whose state was read last counts: without an origin that is this one; with one, Problem 409 is thrown for a state that
   * is older than the present one.
   *
   * One whose session began from the present state is newer than that, whatever any clock says. Only states of sessions that
   * overlapped are compared by time, and that by the clock here alone: the machine that has kept a state says for how long,
   * not since when, so its clock may be wrong.
   */
  async saved(id: string, state: ProfileState, origin?: StateOrigin): Promise<void> {
    await this.#inTurn(id, async () => {
      const row = this.#rows.byId(id);
      if (row === undefined) return;
      const takenMs = this.#clock.nowMs() - (origin?.ageMs ?? 0);
      const takenAt = formatNanoseconds(BigInt(Math.round(takenMs)) * 1_000_000n);
      const present = row.state_taken_at;
      if (origin && present !== null && origin.basedOn !== present && takenAt < present)
        throw conflict(`the profile ${id} already has this state or a newer one`);
      await this.#files.write(id, JSON.stringify(state));
      if (this.#rows.byId(id)) this.#rows.recordSaved(id, this.#clock.timestamp(), takenAt);
      else await this.#files.remove(id);
    });
  }

  /** After what is being stored of the same profile: what is stored does not change between a comparison and the write. */
  async #inTurn(id: string, act: () => Promise<void>): Promise<void> {
    const turn = (this.#saving.get(id) ?? Promise.resolve()).then(act);
    const settled = turn.catch(() => {});
    this.#saving.set(id, settled);
    await turn.finally(() => {
      if (this.#saving.get(id) === settled) this.#saving.delete(id);
    });
  }

  #find(idOrName: string): ProfileRow {
    return requireRow(this.#rows.byId(idOrName) ?? this.#rows.byName(idOrName), idOrName);
  }
}

/** `field`: what a request names the profile in. */
function requireRow(row: ProfileRow | undefined, idOrName: string, field = ""): ProfileRow {
  if (!row) throw notFound(`${field}the profile ${idOrName}`);
  return row;
}

function toResource(row: ProfileRow) {
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    created_at: row.created_at,
    ...(row.updated_at === null ? {} : { updated_at: row.updated_at }),
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at }),
  };
}
