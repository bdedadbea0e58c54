// Names of sessions, which are unique among those in use. A creation reserves its name until the session is there.
import { Problem } from "../kernel/problem.ts";
import type { PlacedSession } from "./session-places.ts";

export class SessionNames<Placed extends PlacedSession> {
  readonly #inUse: () => readonly Placed[];
  readonly #reserved = new Set<string>();

  /** `inUse`: all that share the names. */
  constructor(inUse: () => readonly Placed[]) {
    this.#inUse = inUse;
  }

  /** The session in use with this name. */
  find(name: string): Placed | undefined {
    return this.#inUse().find(({ record }) => record.name === name);
  }

  /** Throws Problem 409 when a session other than `own` has the name. */
  check(name: string | null, own?: PlacedSession): void {
    if (name === null) return;
    const holder = this.find(name);
    if (!this.#reserved.has(name) && (holder === undefined || holder === own)) return;
    throw new Problem(409, "conflict", `name: another active browser session is called ${name}`);
  }

  /** Runs `create` while no other session can take the name. Throws Problem 409 when one other than `own` has it. */
  async whileReserved<Result>(
    name: string | null,
    create: () => Promise<Result>,
    own?: PlacedSession,
  ): Promise<Result> {
    this.check(name, own);
    if (name === null) return await create();
    this.#reserved.add(name);
    try {
      return await create();
    } finally {
      this.#reserved.delete(name);
    }
  }
}
