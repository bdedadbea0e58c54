// What the actions of a node have returned, with their lines, on its disk until a service has stored how they ended. A node
// that is killed before that, and started again with its data folder, hands it over.
import { z } from "zod";
import { StateFiles } from "../kernel/state-files.ts";
import { type InvocationMessage, invocationEvent } from "./node-protocol.ts";

type Event = InvocationMessage["event"];

const storedResult = z.array(invocationEvent);

export class StoredResults {
  readonly #files: StateFiles;
  readonly #report: (error: unknown) => void;

  private constructor(files: StateFiles, report: (error: unknown) => void) {
    this.#files = files;
    this.#report = report;
  }

  static async open(dir: string, report: (error: unknown) => void): Promise<StoredResults> {
    return new StoredResults(await StateFiles.open(dir), report);
  }

  /** Does not reject: a full disk must not end the action. */
  async keep(id: string, events: readonly Event[]): Promise<void> {
    try {
      await this.#files.write(id, JSON.stringify(events));
    } catch (error) {
      this.#report(error);
    }
  }

  /** Does not reject: what is left is handed over again, and not taken. */
  async forget(id: string): Promise<void> {
    await this.#files.remove(id).catch(this.#report);
  }

  /** By invocation. What cannot be read is reported once and set aside. */
  async all(): Promise<Map<string, Event[]>> {
    const kept = new Map<string, Event[]>();
    for (const id of await this.#files.ids()) {
      try {
        kept.set(id, await this.#read(id));
      } catch (error) {
        this.#report(await this.#setAside(id, error));
      }
    }
    return kept;
  }

  /** The fault to report of a file that cannot be read. */
  async #setAside(id: string, error: unknown): Promise<Error> {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    try {
      const path = await this.#files.setAside(id);
      return new Error(
        `how the action ${id} ended cannot be read, and is lost: ${why}. Its file is now ${path}`,
      );
    } catch (fault) {
      return new Error(`how the action ${id} ended cannot be read: ${why}. Its file stays: ${String(fault)}`);
    }
  }

  async #read(id: string): Promise<Event[]> {
    const file = await this.#files.read(id);
    if (file === undefined) return [];
    const text = await file.readFile("utf8").finally(async () => await file.close());
    return storedResult.parse(JSON.parse(text));
  }
}
