// Keeps the service's state in PostgreSQL, so that another service takes over when this one is lost: the rows of its
// SQLite database and the files that belong to them. An act is answered when what it changed is stored there. Logs,
// recordings and telemetry stay on the machine that wrote them.
import type { SharedStatePaces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import type { Store } from "../kernel/store.ts";
import { ChangedFiles, type StoredFile } from "./changed-files.ts";
import { allRows, observeRows, type RowKey, replaceRows, snapshotOf } from "./changed-rows.ts";
import { type Leadership, LeadershipLost } from "./leadership.ts";
import { storedRows, storeRows } from "./stored-rows.ts";

/** Rows whose files are part of the state. */
const tablesWithFiles: ReadonlySet<string> = new Set(["profiles", "extensions", "deployments"]);

const notStored = (why: string) =>
  new Problem(
    503,
    "state_not_stored",
    `this was done, but the database of SERVICE_DATABASE_URL has not stored it: ${why}. Read the state before you repeat it`,
    { headers: { "retry-after": "5" } },
  );

export interface SharedStateOptions {
  leadership: Leadership;
  dataDir: string;
  paces: SharedStatePaces;
  report: (error: unknown) => void;
}

export class SharedState {
  readonly #options: SharedStateOptions;
  readonly #files: ChangedFiles;
  #store: Store | undefined;
  /** By table and id: rows whose present state is not stored yet. */
  #changed = new Map<string, RowKey>();
  #filesChanged = false;
  /** Changes so far, and how many of them are stored. */
  #noted = 0;
  #stored = 0;
  #writing: Promise<void> | undefined;
  #waiting: { until: number; resolve: () => void; reject: (why: Problem) => void }[] = [];
  #lost: Problem | undefined;

  constructor(options: SharedStateOptions) {
    this.#options = options;
    this.#files = new ChangedFiles(options.dataDir);
  }

  /**
   * Fills the opened database and the data folder with the stored state, or the first time stores theirs; from then on
   * stores each change. Call it before anything reads them.
   */
  async attach(store: Store): Promise<void> {
    const { leadership } = this.#options;
    if (leadership.isFilled) {
      await replaceRows(store, storedRows(leadership));
      await this.#files.replace(storedFiles(leadership));
    } else {
      // Of a service that ended before it had stored all of its state.
      await leadership.write(async (client) => {
        await client.query("TRUNCATE fleetdeck_service.rows, fleetdeck_service.files");
      });
    }
    this.#store = store;
    observeRows(store, (key) => this.#note(key));
    if (!leadership.isFilled) {
      for (const key of allRows(store)) this.#note(key);
    }
  }

  /** Stores everything, files included, and that this is a complete state. */
  async complete(): Promise<void> {
    this.#filesChanged = true;
    this.#noted += 1;
    this.#begin();
    await this.#reached(this.#noted);
    await this.#options.leadership.write(async (client) => {
      await client.query("UPDATE fleetdeck_service.leader SET filled = true");
    });
  }

  /** Resolves when all changes until now are stored. Throws Problem 503 when another service has taken over. */
  async stored(): Promise<void> {
    await this.#reached(this.#noted);
  }

  /** The same, but throws Problem 503 also when it takes too long. */
  async settled(): Promise<void> {
    if (this.#stored >= this.#noted) return;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(notStored("it does not answer")),
      this.#options.paces.storeWithinMs,
    );
    try {
      await Promise.race([this.stored(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Stores what is left and lets another service take over; call it before the database is closed. */
  async close(): Promise<void> {
    await this.settled().catch(this.#options.report);
    this.#store = undefined;
    await this.#options.leadership.release().catch(this.#options.report);
  }

  #note(key: RowKey): void {
    this.#changed.set(`${key.name} ${key.id}`, key);
    this.#filesChanged ||= tablesWithFiles.has(key.name);
    this.#noted += 1;
    this.#begin();
  }

  #begin(): void {
    // After the transaction that is under way.
    this.#writing ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(async () => await this.#writeAll())
      .finally(() => {
        this.#writing = undefined;
        if (this.#store !== undefined && this.#stored < this.#noted) this.#begin();
      });
  }

  async #reached(until: number): Promise<void> {
    if (this.#stored >= until) return;
    if (this.#lost !== undefined) throw this.#lost;
    await new Promise<void>((resolve, reject) => void this.#waiting.push({ until, resolve, reject }));
  }

  async #writeAll(): Promise<void> {
    const { leadership } = this.#options;
    const store = this.#store;
    while (store !== undefined && this.#store === store && this.#stored < this.#noted) {
      const until = this.#noted;
      const changed = this.#changed;
      const withFiles = this.#filesChanged;
      const snapshot = snapshotOf(store);
      this.#changed = new Map();
      this.#filesChanged = false;
      try {
        // Files first: a row must not refer to one that is not there.
        if (withFiles) await this.#writeFiles();
        await leadership.write(async (client) => await storeRows(client, snapshot, changed.values()));
        this.#stored = until;
        this.#waiting = this.#waiting.filter(({ until: wanted, resolve }) => {
          if (wanted > until) return true;
          resolve();
          return false;
        });
      } catch (error) {
        if (error instanceof LeadershipLost) return this.#lose(error);
        // Once more, with what has changed since.
        this.#changed = new Map([...changed, ...this.#changed]);
        this.#filesChanged ||= withFiles;
        this.#options.report(error);
        await new Promise<void>((resolve) => setTimeout(resolve, this.#options.paces.retryMs));
      } finally {
        snapshot.close();
      }
    }
  }

  #lose({ message }: LeadershipLost): void {
    this.#store = undefined;
    const lost = notStored(message);
    this.#lost = lost;
    for (const { reject } of this.#waiting.splice(0)) reject(lost);
  }

  async #writeFiles(): Promise<void> {
    const { leadership } = this.#options;
    const { changed, gone } = await this.#files.find();
    // One transaction each: a large one would keep the lock's row from being renewed.
    for (const path of changed) {
      const file = await this.#files.read(path);
      if (file === undefined) continue;
      await leadership.write(async (client) => {
        await client.query(
          `INSERT INTO fleetdeck_service.files (path, content) VALUES ($1, $2)
           ON CONFLICT (path) DO UPDATE SET content = excluded.content`,
          [path, file.content],
        );
      });
      file.stored();
    }
    if (gone.length === 0) return;
    await leadership.write(async (client) => {
      await client.query("DELETE FROM fleetdeck_service.files WHERE path = ANY ($1)", [gone]);
    });
    for (const path of gone) this.#files.forget(path);
  }
}

/** One at a time: together they may be large. */
async function* storedFiles(leadership: Leadership): AsyncGenerator<StoredFile> {
  let paths: string[] = [];
  await leadership.write(async (client) => {
    const { rows } = await client.query<{ path: string }>("SELECT path FROM fleetdeck_service.files");
    paths = rows.map(({ path }) => path);
  });
  for (const path of paths) {
    let content: Buffer | undefined;
    await leadership.write(async (client) => {
      const { rows } = await client.query<{ content: Buffer }>(
        "SELECT content FROM fleetdeck_service.files WHERE path = $1",
        [path],
      );
      content = rows[0]?.content;
    });
    if (content !== undefined) yield { path, content };
  }
}
