// Decides which of several services on one PostgreSQL works: the one whose connection holds an advisory lock. Everything
// is written through that connection, so a service that has lost the lock cannot write. The others wait until its holder
// has not used the connection for a while, or has released the lock. A holder without anything to write renews its row.
import type pg from "pg";
import { pause } from "../kernel/clock.ts";
import { messageOf } from "../kernel/error-message.ts";
import type { SharedStatePaces } from "../kernel/paces.ts";
import { whenChanged } from "../kernel/without-repeats.ts";
import {
  beginTerm,
  connect,
  countWrite,
  endHolder,
  isRefusal,
  type LeaderRow,
  makeTables,
  readLeader,
  readPulse,
  releaseTerm,
  requireWrites,
  tryLock,
} from "./shared-database.ts";

/** Thrown when another service has taken over: this one must end. */
export class LeadershipLost extends Error {
  override readonly name = "LeadershipLost";
}

/** Thrown by what runs in a transaction when the database is not to blame: it is not run again. */
export class WorkFailed extends Error {
  override readonly name = "WorkFailed";
}

export interface LeadershipOptions {
  /** `postgres://user:password@host:port/database`. */
  databaseUrl: string;
  /** Names this service for operators, such as its host and process id. */
  holder: string;
  /** Where other services reach this one. */
  address: string;
  paces: SharedStatePaces;
  /** Called with the service that works, whenever that is another one while this one waits. */
  onStandby?: (leader: { holder: string; address: string }) => void;
  /** Called once, with the name of the service that has taken over. */
  onLost: (holder: string) => void;
  /** Receives errors of the database that are tried again. */
  warn: (message: string) => void;
}

/** Waits for its turn on a connection of its own; undefined when `signal` aborts. */
async function win(
  client: pg.Client,
  { holder, address, paces, onStandby }: LeadershipOptions,
  signal: AbortSignal,
): Promise<LeaderRow | undefined> {
  await makeTables(client);
  let waitsFor: string | undefined;
  let seen: { pulse: string; sinceMs: number } | undefined;
  let readMs = performance.now();
  while (!signal.aborted) {
    const found = await readLeader(client);
    const pulse = await readPulse(client, found);
    const nowMs = performance.now();
    // After a pause of this service, which is no silence of the other one, counting begins anew.
    const wasAway = nowMs - readMs >= paces.lostAfterMs / 2;
    readMs = nowMs;
    if (seen?.pulse !== pulse || wasAway) seen = { pulse, sinceMs: nowMs };
    const isSilent = nowMs - seen.sinceMs >= paces.lostAfterMs;
    if (found === undefined || found.released || isSilent) {
      if (await tryLock(client)) return await beginTerm(client, { holder, address });
      if (isSilent) await endHolder(client);
    }
    if (found !== undefined && found.term !== waitsFor) onStandby?.(found);
    waitsFor = found?.term;
    await pause(paces.retryMs, signal);
  }
  return undefined;
}

/** The right to work, held until it is released or lost. */
export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #term: string;
  #client: pg.Client | undefined;
  #lost: LeadershipLost | undefined;
  #isReleased = false;
  /** Transactions that the database has confirmed. */
  #confirmed: bigint;
  #onSetBack = () => {};
  #last: Promise<unknown> = Promise.resolve();
  readonly #beat: NodeJS.Timeout;

  /** Grows with each service that takes over; digits. */
  get term(): string {
    return this.#term;
  }

  /** Whether the database holds the state of an earlier service. */
  readonly isFilled: boolean;

  private constructor(options: LeadershipOptions, client: pg.Client, row: LeaderRow) {
    this.#options = options;
    this.#term = row.term;
    this.isFilled = row.filled;
    this.#confirmed = BigInt(row.writes);
    this.#adopt(client);
    let isRenewing = false;
    this.#beat = setInterval(() => {
      // While the database is away there is one that waits.
      if (isRenewing) return;
      isRenewing = true;
      this.write(async () => {})
        .catch(() => {})
        .finally(() => {
          isRenewing = false;
        });
    }, options.paces.renewMs);
  }

  /** Resolves when this service is the one that works; undefined when `signal` aborts before. */
  static async win(options: LeadershipOptions, signal: AbortSignal): Promise<Leadership | undefined> {
    const warn = whenChanged(options.warn);
    while (!signal.aborted) {
      let client: pg.Client | undefined;
      try {
        client = await connect(options.databaseUrl);
        const row = await win(client, options, signal);
        if (row !== undefined) return new Leadership(options, client, row);
        await client.end();
      } catch (error) {
        await client?.end().catch(() => {});
        warn(`the database of SERVICE_DATABASE_URL cannot be used yet: ${messageOf(error)}`);
        await pause(options.paces.retryMs, signal);
      }
    }
    return undefined;
  }

  /**
   * Runs `work` in a transaction that also renews the lock's row, one after another. When the connection breaks it is
   * run again on the next one, so it must be repeatable, and fail by its queries or with WorkFailed. Throws LeadershipLost,
   * WorkFailed, and what the database refuses.
   */
  async write(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const current = this.#last.then(async () => await this.#attempt(work));
    this.#last = current.catch(() => {});
    await current;
  }

  /** Calls `listener` whenever the database no longer has all that it had confirmed: everything must be stored again. */
  onSetBack(listener: () => void): void {
    this.#onSetBack = listener;
  }

  /** Lets another service take over at once. */
  async release(): Promise<void> {
    clearInterval(this.#beat);
    if (this.#isReleased) return;
    this.#isReleased = true;
    await this.#last;
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    try {
      await releaseTerm(client, this.#term);
    } finally {
      await client.end();
    }
  }

  async #attempt(work: (client: pg.Client) => Promise<void>): Promise<void> {
    for (;;) {
      const client = await this.#connection();
      try {
        await client.query("BEGIN");
        await work(client);
        const writes = await countWrite(client, this.#term);
        // The next connection finds out who has taken over.
        if (writes === undefined) throw new Error("another service has taken over");
        await client.query("COMMIT");
        this.#confirmed = writes;
        return;
      } catch (error) {
        if (this.#client === client && (error instanceof WorkFailed || isRefusal(error))) {
          await client.query("ROLLBACK").catch(() => {});
          throw error;
        }
        if (this.#client === client) this.#client = undefined;
        client.end().catch(() => {});
      }
    }
  }

  /** The connection with the lock, opened again when it is broken. */
  async #connection(): Promise<pg.Client> {
    const { databaseUrl, paces } = this.#options;
    const warn = whenChanged(this.#options.warn);
    for (;;) {
      if (this.#lost !== undefined) throw this.#lost;
      if (this.#isReleased) throw new LeadershipLost("this service has released its state");
      if (this.#client !== undefined) return this.#client;
      let client: pg.Client | undefined;
      try {
        client = await connect(databaseUrl);
        await requireWrites(client);
        // Before the term is read: with the lock it stays as it is.
        const isLocked = await tryLock(client);
        const row = await readLeader(client);
        if (row?.term !== this.#term) this.#lose(row?.holder ?? "another service");
        else if (isLocked) {
          this.#adopt(client);
          this.#compare(BigInt(row.writes));
          continue;
        }
        // The term is ours, so the lock is that of our earlier connection.
        else await endHolder(client);
        await client.end();
      } catch (error) {
        await client?.end().catch(() => {});
        warn(`the database of SERVICE_DATABASE_URL cannot be used, so changes wait: ${messageOf(error)}`);
      }
      if (this.#lost === undefined) await pause(paces.reconnectMs);
    }
  }

  /** After a failover to a replica the last transactions may be missing. */
  #compare(writes: bigint): void {
    if (writes < this.#confirmed) this.#onSetBack();
    this.#confirmed = writes;
  }

  #adopt(client: pg.Client): void {
    this.#client = client;
    for (const event of ["end", "error"] as const)
      client.once(event, () => {
        if (this.#client === client) this.#client = undefined;
      });
  }

  #lose(holder: string): void {
    clearInterval(this.#beat);
    this.#lost = new LeadershipLost(`${holder} has taken over`);
    this.#options.onLost(holder);
  }
}
