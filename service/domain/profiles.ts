// Profiles: saved browser states under an id and, if given, a name. It does not look into a browser;
// sessions hand it the state they read and ask for the state they load.
import type { FileHandle } from "node:fs/promises";
import type { Profile } from "../../lib/contract/profiles.ts";
import { type ProfileState, profileState } from "../chromium/profile-state.ts";
import { type ProfileRow, ProfileRows } from "../store/profiles-tables.ts";
import type { StateFiles } from "../store/state-files.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { newId } from "./ids.ts";
import { badRequest, conflict, notFound } from "./problem.ts";

export interface ProfileChoice {
  id?: string | undefined;
  name?: string | undefined;
}

/** The record, and the saved state: absent while nothing was saved. */
export interface ResolvedProfile {
  id: string;
  name?: string;
  created_at: string;
  updated_at?: string;
  last_used_at?: string;
  state?: ProfileState;
}

export class Profiles {
  readonly #rows: ProfileRows;
  readonly #files: StateFiles;
  readonly #clock: Clock;

  constructor(deps: { store: Store; files: StateFiles; clock: Clock }) {
    this.#rows = new ProfileRows(deps.store);
    this.#files = deps.files;
    this.#clock = deps.clock;
  }

  /** An empty profile; 409 when the name is taken. */
  create(name?: string): Profile {
    const made: ProfileRow = {
      id: newId(),
      name: name ?? null,
      created_at: this.#clock.timestamp(),
      updated_at: null,
      last_used_at: null,
    };
    if (!this.#rows.insert(made)) throw conflict(`there is a profile named ${name} already`);
    return described(made);
  }

  /** Newest first; `query` is a part of the id or name, in any case. */
  list(query?: string): Profile[] {
    const part = query?.toLowerCase() ?? "";
    const fits = (row: ProfileRow) => row.id.includes(part) || row.name?.toLowerCase().includes(part);
    return this.#rows.list().filter(fits).map(described);
  }

  /** By id, else by name; 404 for neither. */
  retrieve(idOrName: string): Profile {
    return described(this.#find(idOrName));
  }

  /** 409 when the name is taken. What lies under the old name is found under the new one from now on. */
  rename(idOrName: string, name: string): Profile {
    const row = this.#find(idOrName);
    if (!this.#rows.rename(row.id, name, this.#clock.timestamp())) {
      throw conflict(`there is a profile named ${name} already`);
    }
    return this.retrieve(row.id);
  }

  /** Removes the record and the saved state. */
  async delete(idOrName: string): Promise<void> {
    const { id } = this.#find(idOrName);
    this.#rows.delete(id);
    await this.#files.remove(id);
  }

  /** The saved state as stored, open for reading, or undefined while nothing was saved. The caller closes it. */
  async openState(idOrName: string): Promise<FileHandle | undefined> {
    return await this.#files.read(this.#find(idOrName).id);
  }

  /** The record that a choice means: exactly one of id and name (else 400) of a known profile (else 404). */
  choose(choice: ProfileChoice): ProfileRow {
    const { id, name } = choice;
    if (id !== undefined && name === undefined) return known(this.#rows.byId(id), id);
    if (name !== undefined && id === undefined) return known(this.#rows.byName(name), name);
    throw badRequest("profile: give exactly one of id and name");
  }

  /** The profile to load into a new session, noted as used now. */
  async resolve(choice: ProfileChoice): Promise<ResolvedProfile> {
    const row = this.choose(choice);
    const { id } = row;
    const file = await this.#files.read(id);
    const usedAt = this.#clock.timestamp();
    this.#rows.noteUsed(id, usedAt);
    const record = described({ ...row, last_used_at: usedAt });
    if (!file) return record;
    try {
      return { ...record, state: profileState.parse(JSON.parse(await file.readFile("utf8"))) };
    } finally {
      await file.close();
    }
  }

  /** Stores the state of a session that ended; nothing is stored for a profile deleted meanwhile. */
  async saved(id: string, state: ProfileState): Promise<void> {
    if (!this.#rows.byId(id)) return;
    await this.#files.write(id, JSON.stringify(state));
    if (this.#rows.byId(id)) this.#rows.noteSaved(id, this.#clock.timestamp());
    else await this.#files.remove(id);
  }

  #find(idOrName: string): ProfileRow {
    return known(this.#rows.byId(idOrName) ?? this.#rows.byName(idOrName), idOrName);
  }
}

function known(row: ProfileRow | undefined, asked: string): ProfileRow {
  if (!row) throw notFound(`the profile ${asked}`);
  return row;
}

function described(row: ProfileRow) {
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    created_at: row.created_at,
    ...(row.updated_at === null ? {} : { updated_at: row.updated_at }),
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at }),
  };
}
