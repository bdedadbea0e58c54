// The files of the shared state that a node copies: archives of extensions, and the code of deployments.
import { existsSync, renameSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../kernel/error-message.ts";
import { newId } from "../kernel/ids.ts";
import { notFound } from "../kernel/problem.ts";
import { writePart } from "../shared-state/changed-files.ts";
import type { NodeTable } from "./node-table.ts";

export class NodeFiles {
  readonly #table: Pick<NodeTable, "files">;
  readonly #warn: (message: string) => void;

  constructor(table: Pick<NodeTable, "files">, warn: (message: string) => void) {
    this.#table = table;
    this.#warn = warn;
  }

  /** Writes the archive of a stored extension to this path. Throws Problem 404. */
  async copyArchive(extensionId: string, to: string): Promise<void> {
    let isFound = false;
    for await (const part of this.#table.files(`extensions/${extensionId}.zip`)) {
      await writePart(to, part);
      isFound = true;
    }
    if (!isFound) throw notFound(`the archive of ${extensionId}`);
  }

  /** Fetches the code of a deployment into the folder `into`, unless it is there. Throws Problem 404. */
  async fetchCode(deploymentId: string, into: string): Promise<void> {
    if (existsSync(into)) return;
    const prefix = `deployments/${deploymentId}/`;
    // Appears only when it is complete.
    const unfinished = `${into}.${newId()}.part`;
    try {
      for await (const part of this.#table.files(prefix))
        await writePart(join(unfinished, part.path.slice(prefix.length)), part);
      if (!existsSync(unfinished)) throw notFound(`the code of ${deploymentId}`);
      await rename(unfinished, into);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      if (!existsSync(into)) throw error;
    }
  }

  /** Removes a folder of `fetchCode` that nothing uses; there may be none. */
  removeCode(folder: string): void {
    if (!existsSync(folder)) return;
    // At once: it may be fetched again while it is removed.
    const unneeded = `${folder}.${newId()}.part`;
    renameSync(folder, unneeded);
    rm(unneeded, { recursive: true, force: true }).catch((error: unknown) => {
      this.#warn(`code of a deployment cannot be removed: ${messageOf(error)}`);
    });
  }
}
