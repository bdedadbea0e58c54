// Collects what answers teach and writes it in batches, so that no answer waits for the store. Bounded: what does not
// fit is counted and reported, and the next answer tells it again. A check is told only once, so checks wait for the
// store as long as there is room.
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import type { Absence, SeenLink, Sighting } from "../store/inventory.ts";
import type { ProxyCheckRow } from "../store/proxy-checks.ts";
import { Lately } from "./lately.ts";
import type { Observations } from "./observations.ts";
import { storeUnavailable } from "./store-unavailable.ts";

export const mostPending = 5_000;

type Ending = Observations["endings"][number];

export interface ObserverDeps {
  clock: Clock;
  store: {
    sightings: (rows: readonly Sighting[]) => Promise<void>;
    links: (rows: readonly SeenLink[]) => Promise<void>;
    absence: (absence: Absence) => Promise<void>;
    ended: (ending: Ending) => Promise<void>;
    checks: (rows: readonly ProxyCheckRow[]) => Promise<void>;
  };
  report: (what: string, error: unknown) => void;
}

/** How writing goes. `lost` counts what was left out since the program began. Times are epoch milliseconds. */
export interface NotingState {
  failingSinceMs: number | null;
  /** Code of the newest failure, while it fails. */
  code: string | null;
  lost: number;
}

interface Waiting<T> {
  item: T;
  what: string;
  atMs: number;
}

const nul = "\u0000";
const keyOfRecord = (kind: string, id: string) => ["s", kind, id, "record"].join(nul);
const keyOfCheck = (row: ProxyCheckRow) => `${row.proxy_id}${nul}${row.at_ms}`;

export class Observer {
  readonly #deps: ObserverDeps;
  readonly #lately = new Lately();
  #sightings = new Map<string, Waiting<Sighting>>();
  #links = new Map<string, Waiting<SeenLink>>();
  #absences = new Map<string, Absence>();
  #endings: Ending[] = [];
  #checks = new Map<string, ProxyCheckRow>();
  #dropped = 0;
  #state: NotingState = { failingSinceMs: null, code: null, lost: 0 };
  #cancel: (() => void) | undefined;
  #dueAtMs = 0;
  #ended = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: ObserverDeps) {
    this.#deps = deps;
  }

  get state(): NotingState {
    return this.#state;
  }

  /** Takes what an answer taught; returns at once and never throws. */
  take({ sightings, links, absences, endings, checks }: Observations): void {
    if (this.#ended) return;
    for (const item of sightings) {
      const what = item.facts === undefined ? "" : JSON.stringify([item.name, item.facts, item.endedAtMs]);
      const key =
        item.facts === undefined
          ? ["s", item.kind, item.id, "mention"].join(nul)
          : keyOfRecord(item.kind, item.id);
      this.#put(this.#sightings, key, { item, what, atMs: item.atMs });
      if (item.facts !== undefined) this.#isBack(item);
    }
    for (const item of links) {
      const key = ["l", item.from.kind, item.from.id, item.to.kind, item.to.id].join(nul);
      this.#put(this.#links, key, { item, what: "", atMs: item.atMs });
    }
    for (const absence of absences) this.#absences.set(absence.kind, absence);
    for (const { kind, id } of endings) this.#lately.forget(keyOfRecord(kind, id));
    if (this.#endings.length < mostPending) this.#endings.push(...endings);
    else this.#dropped += endings.length;
    let own = false;
    for (const row of checks) own = this.#check(row) || own;
    if (this.#isEmpty()) return;
    this.#flushIn(own ? paces.noting.checkMs : paces.noting.batchMs);
  }

  /** Writes what waits now; resolves when it is written or has failed. */
  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Writes what waits for the last time; what is taken later is left to the next program, which sees it again. */
  end(): Promise<void> {
    const written = this.flush();
    this.#ended = true;
    return written.then(() => this.#cancel?.());
  }

  #put<T>(room: Map<string, Waiting<T>>, key: string, waiting: Waiting<T>): void {
    if (this.#lately.says(key, waiting.what, waiting.atMs)) return;
    if (room.size >= mostPending && !room.has(key)) this.#dropped += 1;
    else room.set(key, waiting);
  }

  /** What ended may be seen again, as a browser that was given back and acquired once more: that end is over. */
  #isBack({ kind, id, atMs }: Sighting): void {
    if (this.#endings.length > 0)
      this.#endings = this.#endings.filter((end) => end.kind !== kind || end.id !== id || end.atMs > atMs);
  }

  /** Whether it is a check of ours. What the list says of a check that is known already is left out. */
  #check(row: ProxyCheckRow): boolean {
    const own = row.source !== "list";
    const key = keyOfCheck(row);
    const waits = this.#checks.get(key);
    if (!own && (waits !== undefined || this.#lately.says(`c${nul}${row.proxy_id}`, String(row.at_ms), 0)))
      return false;
    if (this.#checks.size >= mostPending && waits === undefined) this.#dropped += 1;
    else this.#checks.set(key, row);
    return own;
  }

  #isEmpty(): boolean {
    const sizes = [this.#sightings, this.#links, this.#absences, this.#checks].map(({ size }) => size);
    return sizes.every((size) => size === 0) && this.#endings.length === 0;
  }

  #flushIn(delayMs: number): void {
    const dueAtMs = this.#deps.clock.nowMs() + delayMs;
    if (this.#cancel !== undefined && this.#dueAtMs <= dueAtMs) return;
    this.#cancel?.();
    this.#dueAtMs = dueAtMs;
    this.#cancel = this.#deps.clock.later(delayMs, () => void this.flush());
  }

  async #write(): Promise<void> {
    // Nothing is to be said of the store, which may be closed by now.
    if (this.#isEmpty() && this.#dropped === 0) return;
    const { store, report } = this.#deps;
    const [sightings, links, absences, endings, checks] = [
      this.#sightings,
      this.#links,
      [...this.#absences.values()],
      this.#endings,
      [...this.#checks.values()],
    ];
    this.#sightings = new Map();
    this.#links = new Map();
    this.#absences = new Map();
    this.#endings = [];
    this.#checks = new Map();
    const written = sightings.size + links.size + absences.length + endings.length;
    let lost = this.#dropped;
    let code = lost > 0 ? "too_many" : null;
    if (lost > 0) {
      report("more was seen than could be noted", new Error(`${lost} left out`));
      this.#dropped = 0;
    }
    try {
      await store.checks(checks);
      for (const row of checks) this.#lately.keep(`c${nul}${row.proxy_id}`, String(row.at_ms), 0);
    } catch (error) {
      report("checks of proxies could not be recorded", error);
      code = storeUnavailable;
      for (const row of checks) if (!this.#checks.has(keyOfCheck(row))) this.#check(row);
      if (checks.length > 0) this.#flushIn(paces.noting.batchMs);
    }
    try {
      await store.sightings([...sightings.values()].map(({ item }) => item));
      await store.links([...links.values()].map(({ item }) => item));
      for (const absence of absences) await store.absence(absence);
      for (const ending of endings) await store.ended(ending);
      for (const [key, { what, atMs }] of [...sightings, ...links]) this.#lately.keep(key, what, atMs);
      for (const { kind, id } of endings) this.#lately.forget(keyOfRecord(kind, id));
    } catch (error) {
      report("what was seen could not be recorded", error);
      code = storeUnavailable;
      lost += written;
    }
    this.#wrote(code, lost);
  }

  #wrote(code: string | null, lost: number): void {
    const failingSinceMs = code === null ? null : (this.#state.failingSinceMs ?? this.#deps.clock.nowMs());
    this.#state = { failingSinceMs, code, lost: this.#state.lost + lost };
  }
}
