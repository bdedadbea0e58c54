// Reports views on other replicas to the leader by checkpoints in the database, each written at most every few seconds.
import { type RecorderListName, recorderLists } from "../../bff/recorder.ts";
import type { Clock } from "../../clock.ts";
import { paces } from "../kernel/paces.ts";

export interface ViewerCheckpointsDeps {
  /** Values of existing checkpoints by name. */
  read: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  write: (name: string, value: unknown) => Promise<void>;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

const checkpointName = (list: RecorderListName) => `watched:${list}`;

export class ViewerCheckpoints {
  readonly #deps: ViewerCheckpointsDeps;
  readonly #throttled = new Set<string>();
  #last: ReadonlyMap<string, string> | undefined;

  constructor(deps: ViewerCheckpointsDeps) {
    this.#deps = deps;
  }

  /** Reports a view of a list on this replica. */
  view(list: RecorderListName): void {
    if (this.#throttled.has(list)) return;
    this.#throttled.add(list);
    this.#deps.clock.later(paces.polling.viewerCheckpointMs, () => void this.#throttled.delete(list));
    this.#deps
      .write(checkpointName(list), crypto.randomUUID())
      .catch((error: unknown) => this.#deps.report("a view could not be reported to the recorder", error));
  }

  /** The lists viewed on other replicas since the last call; none for the first call. */
  async viewedLists(): Promise<readonly RecorderListName[]> {
    const before = this.#last;
    const now = await this.#deps.read(recorderLists.map(checkpointName));
    this.#last = now;
    if (before === undefined) return [];
    return recorderLists.filter((list) => now.get(checkpointName(list)) !== before.get(checkpointName(list)));
  }
}
