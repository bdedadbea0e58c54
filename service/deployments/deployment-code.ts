// The code of deployments on disk: one folder each, removed when no invocation can use it any more.
import { existsSync } from "node:fs";
import { copyFile, mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ArchiveLimits } from "../../lib/contract/archive-rules.ts";
import { extractArchive } from "../machine/archive.ts";
import { invalidParts } from "../machine/upload-items.ts";
import type { DeploymentRequest } from "./deployment-request.ts";

/** Modules that a runner can load. */
const modulePattern = /\.(ts|mts|cts|js|mjs|cjs)$/;

const codeLimits: ArchiveLimits = {
  maxEntries: 20_000,
  maxTotalBytes: 300 * 1024 * 1024,
  maxRatio: 100,
  maxPathBytes: 1024,
};

/** The folder of all deployed code. */
export class DeploymentCode {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** The folder that uploads are received in. */
  get incoming(): string {
    return join(this.#dir, "incoming");
  }

  folder(id: string): string {
    return join(this.#dir, id);
  }

  /**
   * Unpacks or copies uploaded code into its folder; returns its entrypoint. Throws a Problem 400 for an invalid
   * upload.
   */
  async place(id: string, request: DeploymentRequest & { code: { kind: "file" } }): Promise<string> {
    const { file } = request.code;
    const folder = this.folder(id);
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    if (await isArchive(file.path)) {
      if (request.entrypoint === undefined)
        throw invalidParts(["entrypoint_rel_path: is needed with an archive"]);
      await extractArchive(file.path, folder, codeLimits);
      await this.#makePackageRoot(folder);
      return request.entrypoint;
    }
    const name = file.filename?.replace(/^.*[/\\]/s, "") ?? "";
    if (!modulePattern.test(name) || !/^[\w.-]{1,255}$/.test(name)) {
      throw invalidParts(["file: is neither a zip archive nor a single module such as app.ts"]);
    }
    if (request.entrypoint !== undefined && request.entrypoint !== name) {
      throw invalidParts([`entrypoint_rel_path: the module that was sent is ${name}`]);
    }
    await mkdir(folder, { mode: 0o700 });
    await copyFile(file.path, join(folder, name));
    await this.#makePackageRoot(folder);
    return name;
  }

  /** The reason why a module cannot be the entry; undefined when it can. */
  async entryFault(id: string, entrypoint: string): Promise<string | undefined> {
    const found = await stat(join(this.folder(id), entrypoint)).catch(() => undefined);
    if (!found) return `there is no ${entrypoint} in the archive`;
    if (!found.isFile()) return `${entrypoint} is a folder; name the module to load`;
    if (!modulePattern.test(entrypoint)) return `${entrypoint} is not a JavaScript or TypeScript module`;
    return undefined;
  }

  exists(id: string): boolean {
    return existsSync(this.folder(id));
  }

  async remove(id: string): Promise<void> {
    await rm(this.folder(id), { recursive: true, force: true });
  }

  /** Removes every folder except those of `keepIds`, unfinished uploads included. */
  async sweep(keepIds: ReadonlySet<string>): Promise<void> {
    const names = await readdir(this.#dir).catch(() => []);
    for (const name of names) if (!keepIds.has(name)) await this.remove(name);
  }

  /** Adds a package.json, so that Node applies none of a parent folder to the code. */
  async #makePackageRoot(folder: string): Promise<void> {
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
