// Keeps the service's state in PostgreSQL, so that another service takes over when this one is lost: the rows of its
// SQLite database and the files that belong to them. An act is answered when what it changed is stored there. Logs,
// recordings and telemetry stay on the machine that wrote them.
import type { SharedStatePaces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import type { Store } from "../kernel/store.ts";
import { ChangedFiles, placeOf, statePlaces } from "./changed-files.ts";
import { allRows, observeRows, type RowKey, replaceRows, snapshotOf, stateTables } from "./changed-rows.ts";
import { type Leadership, LeadershipLost } from "./leadership.ts";
import { markFilled } from "./shared-database.ts";
import { deleteFiles, storedFiles, storedPaths, storeFiles } from "./stored-files.ts";
import { storedKeys, storedRows, storeRows } from "./stored-rows.ts";

const notStored = (why: string) =>
  new Problem(
    503,
    "state_not_stored",
    `this was done, but the database of SERVICE_DATABASE_URL has not stored it: ${why}. Read the state before you repeat it`,
    // Published clients would repeat what was done.
    { headers: { "retry-after": "5", "x-should-retry": "false" } },
  );

/** The error for an act that its caller undoes then, so that it may be repeated. */
const undone = (why: string) =>
  new Problem(
    503,
    "state_not_stored",
    `this was undone, as the database of SERVICE_DATABASE_URL has not stored it: ${why}`,
    { headers: { "retry-after": "5" } },
  );

export interface SharedStateOptions {
  leadership: Leadership;
  dataDir: string;
  paces: SharedStatePaces;
  report: (error: unknown) => void;
}

/** What is not stored yet. */
class Changes {
  /** By table and id. */
  readonly rows = new Map<string, RowKey>();
  /** Those of `statePlaces` where files may have changed. */
  readonly places = new Set<string>();
  /** Whether anything that is stored may differ. */
  isWhole = false;

  addRow(key: RowKey): void {
    this.rows.set(`${key.name} ${key.id}`, key);
    if (statePlaces.has(key.name)) this.places.add(key.name);
  }

  add({ rows, places, isWhole }: Changes): void {
    this.isWhole ||= isWhole;
    for (const key of rows.values()) this.addRow(key);
    for (const place of places) this.places.add(place);
  }
}

export class SharedState {
  readonly #options: SharedStateOptions;
  readonly #files: ChangedFiles;
  #store: Store | undefined;
  #changes = new Changes();
  #isComplete = false;
  /** Changes so far, and how many of them are stored. */
  #noted = 0;
  #stored = 0;
  #writing: Promise<void> | undefined;
  #waiting: { until: number; resolve: () => void; reject: (why: Problem) => void }[] = [];
  #lost: Problem | undefined;
  #onSetBack = () => {};

  constructor(options: SharedStateOptions) {
    this.#options = options;
    this.#files = new ChangedFiles(options.dataDir);
  }

  /** See `Leadership.term`. */
  get term(): string {
    return this.#options.leadership.term;
  }

  /** Calls `listener` whenever the database has lost what it had confirmed, such as by a failover; the state is stored again. */
  onSetBack(listener: () => void): void {
    this.#onSetBack = listener;
  }

  /**
   * Fills the opened database and the data folder with the stored state, or the first time stores theirs; from then on
   * stores each change. Call it before anything reads them.
   */
  async attach(store: Store): Promise<void> {
    const { leadership } = this.#options;
    leadership.onSetBack(() => {
      this.#noteAll();
      this.#onSetBack();
    });
    if (leadership.isFilled) {
      await replaceRows(store, storedRows(leadership));
      await this.#files.replace(storedFiles(leadership));
    }
    this.#store = store;
    observeRows(store, (key) => this.#note(key));
    // A service that ended before it had stored all of its state may have left some.
    if (!leadership.isFilled) this.#noteAll();
  }

  /** Stores everything, files included, and that this is a complete state. */
  async complete(): Promise<void> {
    this.#notePlaces(statePlaces);
    await this.#reached(this.#noted);
    this.#isComplete = true;
    await this.#options.leadership.write(markFilled);
  }

  /** Resolves when all changes until now are stored. Throws Problem 503 when another service has taken over. */
  async stored(): Promise<void> {
    await this.#reached(this.#noted);
  }

  /**
   * Resolves when all changes of an act that is done are stored, those of files included. Throws Problem 503 when another
   * service has taken over, or when it takes too long; `isUndone`: the caller undoes the act then.
   */
  async settled({ isUndone = false }: { isUndone?: boolean } = {}): Promise<void> {
    // An act may change files after its rows.
    if (this.#store !== undefined) this.#notePlaces(this.#files.unseenPlaces());
    if (this.#stored >= this.#noted) return;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject((isUndone ? undone : notStored)("it does not answer")),
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
    this.#changes.addRow(key);
    this.#noted += 1;
    this.#begin();
  }

  #noteAll(): void {
    this.#changes.isWhole = true;
    this.#noted += 1;
    this.#begin();
  }

  #notePlaces(places: Iterable<string>): void {
    for (const place of places) {
      this.#changes.places.add(place);
      this.#noted += 1;
    }
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
    const store = this.#store;
    while (store !== undefined && this.#store === store && this.#stored < this.#noted) {
      const until = this.#noted;
      const changes = this.#changes;
      this.#changes = new Changes();
      try {
        await this.#write(store, changes);
        this.#stored = until;
        this.#waiting = this.#waiting.filter(({ until: wanted, resolve }) => {
          if (wanted > until) return true;
          resolve();
          return false;
        });
      } catch (error) {
        if (error instanceof LeadershipLost) return this.#lose(error);
        // Once more, with what has changed since.
        this.#changes.add(changes);
        this.#options.report(error);
        await new Promise<void>((resolve) => setTimeout(resolve, this.#options.paces.retryMs));
      }
    }
  }

  /** Stores the rows as they are now. A stored row never refers to a file that is not stored. */
  async #write(store: Store, changes: Changes): Promise<void> {
    const { leadership } = this.#options;
    const { rows, places } = changes;
    const snapshot = snapshotOf(store);
    try {
      if (changes.isWhole) await this.#addAll(changes, snapshot);
      const found = await this.#files.find(places);
      // Where rows have changed since, the ones of the snapshot may have these files: then the next time.
      const gone = found.gone.filter((path) => !this.#changes.places.has(placeOf(path)));
      await storeFiles(leadership, this.#files, found.changed);
      await leadership.write(async (client) => {
        await storeRows(client, snapshot, rows.values());
        await deleteFiles(client, gone);
        if (changes.isWhole && this.#isComplete) await markFilled(client);
      });
      for (const path of gone) this.#files.forget(path);
    } finally {
      snapshot.close();
    }
  }

  /** Every row and file that is here or stored. */
  async #addAll(changes: Changes, snapshot: Store): Promise<void> {
    const { leadership } = this.#options;
    const tables = new Set(stateTables(snapshot));
    for (const key of allRows(snapshot)) changes.addRow(key);
    // Rows of another version's tables stay.
    for (const key of await storedKeys(leadership)) if (tables.has(key.name)) changes.addRow(key);
    for (const place of statePlaces) changes.places.add(place);
    this.#files.assume(await storedPaths(leadership));
  }

  #lose({ message }: LeadershipLost): void {
    this.#store = undefined;
    const lost = notStored(message);
    this.#lost = lost;
    for (const { reject } of this.#waiting.splice(0)) reject(lost);
  }
}
