// The code of deployments on disk: one folder each, gone when nobody can run it any more.
import { existsSync } from "node:fs";
import { copyFile, mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ArchiveLimits, extractArchive } from "../uploads/archive.ts";
import { invalidParts } from "../uploads/items.ts";
import type { DeploymentWish } from "./deployment-wish.ts";

/** Modules that a runner can load. */
const modulePattern = /\.(ts|mts|cts|js|mjs|cjs)$/;

const codeLimits: ArchiveLimits = {
  maxEntries: 20_000,
  maxTotalBytes: 300 * 1024 * 1024,
  maxRatio: 100,
  maxPathBytes: 1024,
};

export class DeploymentCode {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Where uploads arrive. */
  get incoming(): string {
    return join(this.#dir, "incoming");
  }

  folder(id: string): string {
    return join(this.#dir, id);
  }

  /** Puts uploaded code in place and returns its entrypoint. Problem 400 for an archive that is refused. */
  async place(id: string, wish: DeploymentWish & { code: { kind: "file" } }): Promise<string> {
    const { file } = wish.code;
    const folder = this.folder(id);
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    if (await isArchive(file.path)) {
      if (wish.entrypoint === undefined)
        throw invalidParts(["entrypoint_rel_path: is needed with an archive"]);
      await extractArchive(file.path, folder, codeLimits);
      await this.#asRoot(folder);
      return wish.entrypoint;
    }
    const name = file.filename?.replace(/^.*[/\\]/s, "") ?? "";
    if (!modulePattern.test(name) || !/^[\w.-]{1,255}$/.test(name)) {
      throw invalidParts(["file: is neither a zip archive nor a single module such as app.ts"]);
    }
    if (wish.entrypoint !== undefined && wish.entrypoint !== name) {
      throw invalidParts([`entrypoint_rel_path: the module that was sent is ${name}`]);
    }
    await mkdir(folder, { mode: 0o700 });
    await copyFile(file.path, join(folder, name));
    await this.#asRoot(folder);
    return name;
  }

  /** Why a module cannot be loaded as the entry; undefined when it looks fine. */
  async entryFault(id: string, entrypoint: string): Promise<string | undefined> {
    const found = await stat(join(this.folder(id), entrypoint)).catch(() => undefined);
    if (!found) return `there is no ${entrypoint} in the archive`;
    if (!found.isFile()) return `${entrypoint} is a folder; name the module to load`;
    if (!modulePattern.test(entrypoint)) return `${entrypoint} is no JavaScript or TypeScript module`;
    return undefined;
  }

  exists(id: string): boolean {
    return existsSync(this.folder(id));
  }

  async remove(id: string): Promise<void> {
    await rm(this.folder(id), { recursive: true, force: true });
  }

  /** Removes every folder but those of `kept`, uploads that were under way included. */
  async sweep(kept: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#dir).catch(() => []);
    for (const name of names) if (!kept.has(name)) await this.remove(name);
  }

  /** Nothing above the folder says anything about the modules in it. */
  async #asRoot(folder: string): Promise<void> {
    const file = join(folder, "package.json");
    if (!existsSync(file)) await writeFile(file, "{}\n");
  }
}

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.subarray(0, bytesRead).toString("latin1");
    return start === "PK\x03\x04" || start === "PK\x05\x06";
  } finally {
    await file.close();
  }
}
