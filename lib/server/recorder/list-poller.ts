// Polls one list so that the inventory gets all its ids. The inventory extracts records from every answer; this decides
// when and how many pages are read, and records gaps.
import type { RecorderListName } from "../../bff/recorder.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import type { ListGaps } from "./list-gaps.ts";
import { type Pace, Poller, type PollerDeps, type TurnEnd } from "./poller.ts";
import { type ListRead, partlyOf } from "./read-list.ts";

/** Lists read only for the inventory; invocations and pools have their own readers. */
export type PolledListName = Exclude<RecorderListName, "invocations" | "pools">;

/** Reads a list from its start, at most `maxPages`; "absent" when the upstream lacks it. */
export type ListReader = (maxPages: number) => Promise<ListRead | "absent">;

const maxPages = 20;

const { usual, calm } = paces.polling;
const paceOf = {
  browsers: usual,
  proxies: calm,
  profiles: calm,
  extensions: calm,
} as const satisfies Record<PolledListName, Pace>;

export interface ListPollerDeps extends Omit<PollerDeps, "turn" | "pace"> {
  list: PolledListName;
  read: ListReader;
  /** Records gaps, for a list whose history is shown. */
  gaps?: ListGaps | undefined;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  report: (what: string, error: unknown) => void;
}

export class ListPoller extends Poller {
  readonly #deps: ListPollerDeps;
  #deepAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: ListPollerDeps) {
    super({ ...deps, turn: () => this.#readOnce(), pace: paceOf[deps.list] });
    this.#deps = deps;
  }

  async #readOnce(): Promise<TurnEnd> {
    const { list, read, gaps, clock, write, codeOf, report } = this.#deps;
    await gaps?.begin();
    const deep = clock.monotonicMs() >= this.#deepAtMs;
    try {
      const answer = await read(deep ? maxPages : 1);
      if (answer !== "absent" && answer.pages > 1)
        this.#deepAtMs = clock.monotonicMs() + answer.pages * paces.polling.restPerPageMs;
      // A reading of the first page only changes `partly` if there are no more pages.
      if (answer === "absent") this.partly = null;
      else if (deep || answer.partly !== "cut") this.partly = partlyOf(answer.ids.size, answer.partly);
      await gaps?.settle(answer === "absent" ? null : answer.atMs);
      return answer === "absent" ? "absent" : undefined;
    } catch (error) {
      if (gaps !== undefined) {
        gaps.note(codeOf(error));
        await write((trx) => gaps.failed(trx, codeOf(error))).catch((fault: unknown) =>
          report(`a gap of the ${list} could not be recorded`, fault),
        );
      }
      throw error;
    }
  }
}
