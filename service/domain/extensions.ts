// Stored extensions: zip archives under an id and, if given, a name, to be loaded into browsers when they are made.
// The archives are kept as they came, and given out again byte by byte.
import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Extension, extensionsPerBrowser } from "../../lib/contract/extensions.ts";
import type { ExtensionSource } from "../instance/extension-folders.ts";
import { codeOf } from "../instance/paths.ts";
import { type ExtensionRow, ExtensionRows } from "../store/extensions-tables.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { checkExtensionArchive, extensionSource } from "./extension-archive.ts";
import { newId } from "./ids.ts";
import { badRequest, conflict, notFound } from "./problem.ts";

export interface ExtensionChoice {
  id?: string | undefined;
  name?: string | undefined;
}

const ending = ".zip";

export class Extensions {
  readonly #rows: ExtensionRows;
  readonly #dir: string;
  readonly #clock: Clock;

  private constructor(deps: { store: Store; dir: string; clock: Clock }) {
    this.#rows = new ExtensionRows(deps.store);
    this.#dir = deps.dir;
    this.#clock = deps.clock;
  }

  /** Makes the folder, for this user alone, and removes archives that an interrupted upload left there. */
  static async open(deps: { store: Store; dir: string; clock: Clock }): Promise<Extensions> {
    await mkdir(deps.dir, { recursive: true, mode: 0o700 });
    const extensions = new Extensions(deps);
    const known = new Set(extensions.#rows.list().map(({ id }) => id + ending));
    const left = (await readdir(deps.dir)).filter((name) => !known.has(name));
    await Promise.all(left.map((name) => rm(join(deps.dir, name), { recursive: true, force: true })));
    return extensions;
  }

  /**
   * Stores the archive at `path`, which it takes away from there (same file system). 400 when it is no extension,
   * 409 when the name is taken.
   */
  async create(path: string, name: string | undefined): Promise<Extension> {
    if (name !== undefined && this.#rows.byName(name)) throw nameTaken(name);
    await checkExtensionArchive(path);
    const { sizeBytes, checksum } = await settled(path);
    const made: ExtensionRow = {
      id: newId(),
      name: name ?? null,
      size_bytes: sizeBytes,
      checksum,
      created_at: this.#clock.timestamp(),
      last_used_at: null,
    };
    await rename(path, this.#path(made.id));
    if (!this.#rows.insert(made)) {
      await rm(this.#path(made.id), { force: true });
      throw nameTaken(name);
    }
    return described(made);
  }

  /** Newest first; `name` exact, `query` a part of the id or name in any case. */
  list(filter: { name?: string | undefined; query?: string | undefined } = {}): Extension[] {
    const part = filter.query?.toLowerCase() ?? "";
    return this.#rows
      .list()
      .filter(({ name }) => filter.name === undefined || name === filter.name)
      .filter(({ id, name }) => id.includes(part) || name?.toLowerCase().includes(part))
      .map(described);
  }

  /** By id, else by name; 404 for neither. */
  retrieve(idOrName: string): Extension {
    return described(this.#find(idOrName));
  }

  /** The archive as it was stored, open for reading. The caller closes it. */
  async openArchive(idOrName: string): Promise<FileHandle> {
    const { id } = this.#find(idOrName);
    return await open(this.#path(id), "r").catch((error: unknown) => {
      throw codeOf(error) === "ENOENT" ? notFound(`the archive of the extension ${idOrName}`) : error;
    });
  }

  /** Browsers that run with it keep it. */
  async delete(idOrName: string): Promise<void> {
    const { id } = this.#find(idOrName);
    this.#rows.delete(id);
    await rm(this.#path(id), { force: true });
  }

  /** The records that choices mean: each exactly one of id and name (else 400) of a known extension (else 404). */
  choose(choices: readonly ExtensionChoice[]): ExtensionRow[] {
    if (choices.length > extensionsPerBrowser) {
      throw badRequest(`extensions: a browser can have ${extensionsPerBrowser} at most`);
    }
    const chosen = choices.map((choice, at) => this.#choose(choice, `extensions[${at}]`));
    const folders = new Set(chosen.map(folderOf));
    if (folders.size < chosen.length) throw badRequest("extensions: one is given twice");
    return chosen;
  }

  /** What to load into a new browser, noted as used now. */
  resolve(choices: readonly ExtensionChoice[]): ExtensionSource[] {
    const now = this.#clock.timestamp();
    return this.choose(choices).map((row) => {
      this.#rows.noteUsed(row.id, now);
      return extensionSource(folderOf(row), this.#path(row.id));
    });
  }

  #choose({ id, name }: ExtensionChoice, place: string): ExtensionRow {
    if (id !== undefined && name === undefined) return known(this.#rows.byId(id), `${place}: ${id}`);
    if (name !== undefined && id === undefined) return known(this.#rows.byName(name), `${place}: ${name}`);
    throw badRequest(`${place}: give exactly one of id and name`);
  }

  #find(idOrName: string): ExtensionRow {
    return known(this.#rows.byId(idOrName) ?? this.#rows.byName(idOrName), idOrName);
  }

  #path(id: string): string {
    return join(this.#dir, id + ending);
  }
}

/** The archive's size and digest, once its bytes are on the disk for good. */
async function settled(path: string): Promise<{ sizeBytes: number; checksum: string }> {
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
const nameTaken = (name: string | undefined) => conflict(`there is an extension named ${name} already`);

function known(row: ExtensionRow | undefined, asked: string): ExtensionRow {
  if (!row) throw notFound(`the extension ${asked}`);
  return row;
}

function described(row: ExtensionRow): Extension {
  return {
    id: row.id,
    ...(row.name === null ? {} : { name: row.name }),
    created_at: row.created_at,
    size_bytes: row.size_bytes,
    checksum: row.checksum,
    ...(row.last_used_at === null ? {} : { last_used_at: row.last_used_at }),
  };
}
