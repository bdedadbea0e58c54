// All watched logs of this process: one upstream stream per source however many viewers there are. It lives a while
// after its last viewer, so that a reload costs nothing; its ring lives longer, so that a late return finds its place.
import { parseLogTopic, type Topic } from "../../bff/live.ts";
import { paces, wholeSeconds } from "../paces.ts";
import { Problem } from "../problem.ts";
import { LogSource, type SourceDeps } from "./log-source.ts";

export interface HubDeps extends SourceDeps {
  /** A name that no earlier ring had, `[a-z0-9]{1,32}`. */
  newEpoch: () => string;
}

const hubBounds = {
  maxWatched: 500,
  maxKept: 700,
} as const;

interface Shelf {
  source: LogSource;
  viewers: number;
  /** Takes back what was planned for when nobody watches. */
  cancelPlan: (() => void) | undefined;
}

export interface Watched {
  readonly source: LogSource;
  release(): void;
}

export class LogHub {
  readonly #deps: HubDeps;
  readonly #shelves = new Map<Topic, Shelf>();
  #watched = 0;

  constructor(deps: HubDeps) {
    this.#deps = deps;
  }

  /** How many upstream streams are open or being opened. */
  get openCount(): number {
    let count = 0;
    for (const { source } of this.#shelves.values()) if (source.running) count += 1;
    return count;
  }

  /** Starts or joins the reading of a log topic; undefined for a topic that is none. */
  watch(topic: Topic, changed: () => void): Watched | undefined {
    const parts = parseLogTopic(topic);
    if (parts === undefined) return undefined;
    let shelf = this.#shelves.get(topic);
    if ((shelf === undefined || shelf.viewers === 0) && this.#watched >= hubBounds.maxWatched) {
      throw new Problem(503, "too_many_logs", "This dashboard follows as many logs as it can.", {
        retryAfterSeconds: wholeSeconds(paces.comeAgain.logsTakenMs),
      });
    }
    if (shelf === undefined) {
      shelf = {
        source: new LogSource(parts, this.#deps.newEpoch(), this.#deps),
        viewers: 0,
        cancelPlan: undefined,
      };
      this.#shelves.set(topic, shelf);
      this.#makeRoom();
    }
    return this.#join(topic, shelf, changed);
  }

  #join(topic: Topic, shelf: Shelf, changed: () => void): Watched {
    shelf.cancelPlan?.();
    shelf.cancelPlan = undefined;
    if (shelf.viewers === 0) this.#watched += 1;
    shelf.viewers += 1;
    const unsubscribe = shelf.source.subscribe(changed);
    shelf.source.start();
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      unsubscribe();
      shelf.viewers -= 1;
      if (shelf.viewers > 0) return;
      this.#watched -= 1;
      this.#plan(topic, shelf);
    };
    return { source: shelf.source, release };
  }

  #plan(topic: Topic, shelf: Shelf): void {
    const { clock } = this.#deps;
    const { lingerMs, keptAfterMs } = paces.logs;
    shelf.cancelPlan = clock.later(lingerMs, () => {
      shelf.source.stop();
      shelf.cancelPlan = clock.later(keptAfterMs - lingerMs, () => this.#drop(topic, shelf));
    });
  }

  #drop(topic: Topic, shelf: Shelf): void {
    shelf.cancelPlan?.();
    shelf.source.stop();
    if (this.#shelves.get(topic) === shelf) this.#shelves.delete(topic);
  }

  /** Above the limit the rings that nobody watches go, the one made first before the others. */
  #makeRoom(): void {
    for (const [topic, shelf] of this.#shelves) {
      if (this.#shelves.size <= hubBounds.maxKept) return;
      if (shelf.viewers === 0 && shelf.cancelPlan !== undefined) this.#drop(topic, shelf);
    }
  }

  /** Ends every upstream stream. */
  close(): void {
    for (const [topic, shelf] of this.#shelves) this.#drop(topic, shelf);
  }
}
