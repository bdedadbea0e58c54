// Reads one list for everyone, so that every id in it is seen whoever looks. What its answers teach is learned where
// all answers are looked at; here is only when it is asked, how deep, and what of its time was missed.
import type { RecorderList, RecorderListName } from "../../bff/recorder.ts";
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import type { ListGaps } from "./list-gaps.ts";
import { type ListRead, partlyOf } from "./list-reading.ts";
import { type Pace, Poller, type PollerState, type TurnEnd } from "./poller.ts";

/** Lists that are read for their ids alone: the mirror and the samples of pools have readers of their own. */
export type WatchedListName = Exclude<RecorderListName, "invocations" | "pools">;

/** Reads a list from its start, at most so many pages; "absent" when the upstream has no such list. */
export type ReadsList = (mostPages: number) => Promise<ListRead | "absent">;

const mostPages = 20;

const { usual, calm } = paces.polling;
const paceOf = {
  browsers: usual,
  proxies: calm,
  profiles: calm,
  extensions: calm,
} as const satisfies Record<WatchedListName, Pace>;

export interface ListWatcherDeps {
  list: WatchedListName;
  read: ReadsList;
  /** Where the times without an answer are written, for a list whose past is shown. */
  gaps?: ListGaps | undefined;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  retryAfterMs: (error: unknown) => number | undefined;
  codeOf: (error: unknown) => string;
  clock: Clock;
  monotonicMs: () => number;
  report: (what: string, error: unknown) => void;
}

export class ListWatcher {
  readonly #deps: ListWatcherDeps;
  readonly #poller: Poller;
  #deepAtMs = Number.NEGATIVE_INFINITY;
  #partly: RecorderList["partly"] = null;

  constructor(deps: ListWatcherDeps) {
    this.#deps = deps;
    const { list, retryAfterMs, codeOf, clock } = deps;
    this.#poller = new Poller({ turn: () => this.#turn(), retryAfterMs, codeOf, clock, pace: paceOf[list] });
  }

  get state(): PollerState {
    return this.#poller.state;
  }

  /** What the last reading to the end left out. */
  get partly(): RecorderList["partly"] {
    return this.#partly;
  }

  start = (): void => this.#poller.start();
  stop = (): void => this.#poller.stop();
  watched = (): void => this.#poller.watched();

  async #turn(): Promise<TurnEnd> {
    const { list, read, gaps, monotonicMs, write, codeOf, report } = this.#deps;
    await gaps?.begin();
    const deep = monotonicMs() >= this.#deepAtMs;
    try {
      const answer = await read(deep ? mostPages : 1);
      if (answer !== "absent" && answer.pages > 1)
        this.#deepAtMs = monotonicMs() + answer.pages * paces.polling.restPerPageMs;
      // A look at the first page alone is no news of the rest, unless there is no rest.
      if (answer === "absent") this.#partly = null;
      else if (deep || answer.partly !== "cut") this.#partly = partlyOf(answer.ids.size, answer.partly);
      await gaps?.settle(answer === "absent" ? null : answer.atMs);
      return answer === "absent" ? "absent" : undefined;
    } catch (error) {
      if (gaps !== undefined)
        await write((trx) => gaps.failed(trx, codeOf(error))).catch((fault: unknown) =>
          report(`a gap of the ${list} could not be recorded`, fault),
        );
      throw error;
    }
  }
}
