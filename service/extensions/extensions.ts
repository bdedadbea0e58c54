// Stored extensions: zip archives with an id and an optional name, loaded into browsers when these are created.
// Archives are stored and downloaded unchanged.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Extension, extensionsPerBrowser } from "../../lib/contract/extensions.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { badRequest, conflict, notFound } from "../kernel/problem.ts";
import type { Store } from "../kernel/store.ts";
import { systemErrorCode, undefinedIfMissing } from "../kernel/system-error.ts";
import type { ExtensionSource } from "../machine/extension-folders.ts";
import { checkExtensionArchive, extensionSource } from "./extension-archive.ts";
import { type ExtensionRow, ExtensionRows } from "./extension-rows.ts";

/** An extension in a request: exactly one of the two is set. */
export interface ExtensionChoice {
  id?: string | undefined;
  name?: string | undefined;
}

const suffix = ".zip";

/** Creates, reads and deletes stored extensions and resolves the choices of new browsers. */
export class Extensions {
  readonly #rows: ExtensionRows;
  readonly #dir: string;
  readonly #clock: Clock;
  /** By extension: its archive on its way here. */
  readonly #copying = new Map<string, Promise<void>>();

  private constructor(deps: { store: Store; dir: string; clock: Clock }) {
    this.#rows = new ExtensionRows(deps.store);
    this.#dir = deps.dir;
    this.#clock = deps.clock;
  }

  /** Creates the folder with mode 0700 and removes archives that an interrupted upload left there. */
  static async open(deps: { store: Store; dir: string; clock: Clock }): Promise<Extensions> {
    await mkdir(deps.dir, { recursive: true, mode: 0o700 });
    const extensions = new Extensions(deps);
    const known = new Set(extensions.#rows.list().map(({ id }) => id + suffix));
    const left = (await readdir(deps.dir)).filter((name) => !known.has(name));
    await Promise.all(left.map((name) => rm(join(deps.dir, name), { recursive: true, force: true })));
    return extensions;
  }

  /**
   * Moves the archive at `path`, on the same file system, into the store. 400 when it is no extension, 409 when the
   * name is taken.
   */
  async create(path: string, name: string | undefined): Promise<Extension> {
    if (name !== undefined && this.#rows.byName(name)) throw nameTaken(name);
    await checkExtensionArchive(path);
    const { sizeBytes, checksum } = await syncAndHash(path);
    const created: ExtensionRow = {
      id: newId(),
      name: name ?? null,
      size_bytes: sizeBytes,
      checksum,
      created_at: this.#clock.timestamp(),
      last_used_at: null,
    };
    await rename(path, this.#path(created.id));
    if (!this.#rows.insert(created)) {
      await rm(this.#path(created.id), { force: true });
      throw nameTaken(name);
    }
    return toResource(created);
  }

  /** Newest first; `name` matches exactly, `query` a part of the id or name, case-insensitively. */
  list(filter: { name?: string | undefined; query?: string | undefined } = {}): Extension[] {
    const part = filter.query?.toLowerCase() ?? "";
    return this.#rows
      .list()
      .filter(({ name }) => filter.name === undefined || name === filter.name)
      .filter(({ id, name }) => id.includes(part) || name?.toLowerCase().includes(part))
      .map(toResource);
  }

  /** By id, else by name; 404 for neither. */
  retrieve(idOrName: string): Extension {
    return toResource(this.#find(idOrName));
  }

  /** Opens the stored archive for reading. The caller closes it. 404. */
  async openArchive(idOrName: string): Promise<FileHandle> {
    const { id } = this.#find(idOrName);
    return await open(this.#path(id), "r").catch((error: unknown) => {
      throw systemErrorCode(error) === "ENOENT"
        ? notFound(`the archive of the extension ${idOrName}`)
        : error;
    });
  }

  /** Deletes an extension; running browsers keep it loaded. 404. */
  async delete(idOrName: string): Promise<void> {
    const { id } = this.#find(idOrName);
    this.#rows.delete(id);
    await rm(this.#path(id), { force: true });
  }

  /**
   * Finds the chosen extensions' records. 400 for too many, for one given twice and unless each has exactly one of id
   * and name; 404 when one is unknown.
   */
  choose(choices: readonly ExtensionChoice[]): ExtensionRow[] {
    if (choices.length > extensionsPerBrowser) {
      throw badRequest(`extensions: a browser can have ${extensionsPerBrowser} at most`);
    }
    const chosen = choices.map((choice, at) => this.#choose(choice, `extensions[${at}]`));
    const folders = new Set(chosen.map(folderOf));
    if (folders.size < chosen.length) throw badRequest("extensions: one is listed twice");
    return chosen;
  }

  /** The extensions to load into a new browser; records their use. Throws as `choose`. */
  resolve(choices: readonly ExtensionChoice[]): ExtensionRow[] {
    const now = this.#clock.timestamp();
    const chosen = this.choose(choices);
    for (const { id } of chosen) this.#rows.recordUsed(id, now);
    return chosen;
  }

  /**
   * Stores the record of another service's extension, with its archive when that is not here yet: `copyArchive` writes it
   * to a path. Concurrent calls for one extension share one copy.
   */
  async adopt(row: ExtensionRow, copyArchive: (to: string) => Promise<void>): Promise<void> {
    const { id } = row;
    const copying =
      this.#copying.get(id) ?? this.#copy(row, copyArchive).finally(() => this.#copying.delete(id));
    this.#copying.set(id, copying);
    await copying;
    this.#rows.replace(row);
  }

  /** Removes what `adopt` has stored. */
  forget(id: string): void {
    this.#rows.delete(id);
    // At once: it may be adopted again.
    rmSync(this.#path(id), { force: true });
  }

  /** Unpacks a stored extension into an instance. */
  sourceOf(row: ExtensionRow): ExtensionSource {
    return extensionSource(folderOf(row), this.#path(row.id));
  }

  async #copy({ id, size_bytes }: ExtensionRow, copyArchive: (to: string) => Promise<void>): Promise<void> {
    const path = this.#path(id);
    const stored = await stat(path).catch(undefinedIfMissing);
    if (stored?.size === size_bytes) return;
    // Appears only when it is complete.
    const unfinished = `${path}.${newId()}.part`;
    try {
      await copyArchive(unfinished);
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  #choose({ id, name }: ExtensionChoice, field: string): ExtensionRow {
    if (id !== undefined && name === undefined) return requireRow(this.#rows.byId(id), id, `${field}: `);
    if (name !== undefined && id === undefined)
      return requireRow(this.#rows.byName(name), name, `${field}: `);
    throw badRequest(`${field}: give exactly one of id and name`);
  }

  #find(idOrName: string): ExtensionRow {
    return requireRow(this.#rows.byId(idOrName) ?? this.#rows.byName(idOrName), idOrName);
  }

  #path(id: string): string {
    return join(this.#dir, id + suffix);
  }
}

/** Flushes the archive to disk; returns its size and SHA-256 digest. */
async function syncAndHash(path: string): Promise<{ sizeBytes: number; checksum: string }> {
  const file = await open(path, "r+");
  try {
    await file.sync();
    const digest = createHash("sha256");
    let sizeBytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      digest.update(chunk);
      sizeBytes += chunk.length;
    }
    return { sizeBytes, checksum: digest.digest("hex") };
  } finally {
    await file.close();
  }
}

const folderOf = ({ id, name }: ExtensionRow) => name ?? id;
const nameTaken = (name: string | undefined) => conflict(`an extension named ${name} already exists`);

/** `field`: what a request names the extension in. */
function requireRow(row: ExtensionRow | undefined, idOrName: string, field = ""): ExtensionRow {
  if (!row) throw notFound(`${field}the extension ${idOrName}`);
  return row;
}

function toResource(row: ExtensionRow): Extension {
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    created_at: row.created_at,
    size_bytes: row.size_bytes,
    checksum: row.checksum,
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at }),
  };
}
