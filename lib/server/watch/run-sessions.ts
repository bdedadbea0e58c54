// The sessions of running runs, as they told them a moment ago: many pages ask what hangs on what, and each running run
// costs a call. A young run is asked again soon, since that is when it takes its browsers.
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";

/** How old an answer may be: a sixth of the run's age, within these bounds. */
interface Rest {
  readonly leastMs: number;
  readonly mostMs: number;
}
const shareOfAge = 1 / 6;

const mostKept = 500;

export interface RunSessionsDeps {
  /** Ids of the sessions of a run; rejects as the API fails. */
  ask: (runId: string) => Promise<readonly string[]>;
  clock: Pick<Clock, "nowMs">;
}

interface Told {
  readonly atMs: number;
  readonly sessionIds: Promise<readonly string[]>;
}

export class RunSessions {
  readonly #deps: RunSessionsDeps;
  readonly #told = new Map<string, Told>();

  constructor(deps: RunSessionsDeps) {
    this.#deps = deps;
  }

  /** Ids of the sessions of a run, at most as old as `rest` allows. A failure is not kept. */
  of(
    { id, startedAtMs }: { id: string; startedAtMs: number | null },
    { leastMs, mostMs }: Rest = paces.runSessions.usual,
  ): Promise<readonly string[]> {
    const nowMs = this.#deps.clock.nowMs();
    const kept = this.#told.get(id);
    const ageMs = startedAtMs === null ? 0 : nowMs - startedAtMs;
    const goodMs = Math.min(mostMs, Math.max(leastMs, ageMs * shareOfAge));
    // A clock that was set back makes nothing good for longer.
    if (kept !== undefined && Math.abs(nowMs - kept.atMs) < goodMs) return kept.sessionIds;
    const told = { atMs: nowMs, sessionIds: this.#deps.ask(id) };
    this.#told.delete(id);
    this.#told.set(id, told);
    for (const oldest of this.#told.keys()) {
      if (this.#told.size <= mostKept) break;
      this.#told.delete(oldest);
    }
    told.sessionIds.catch(() => {
      if (this.#told.get(id) === told) this.#told.delete(id);
    });
    return told.sessionIds;
  }
}
