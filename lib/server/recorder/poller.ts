// Repeats one request: fast while there are viewers, slow otherwise, never before the end of the upstream's Retry-After,
// never concurrently.
import type { RecorderList } from "../../bff/recorder.ts";
import type { Clock } from "../../clock.ts";
import { paces } from "../kernel/paces.ts";

export interface Pace {
  fastMs: number;
  slowMs: number;
  /** How long one view keeps the pace fast. */
  watchedForMs: number;
  /** Delay after a failure; `slowMs` by default. */
  againMs?: number;
}

/** Times are epoch milliseconds, null: never. */
export interface PollerState {
  mode: "fast" | "slow";
  lastGoodAtMs: number | null;
  failingSinceMs: number | null;
  /** Code of the newest failure while it fails. */
  code: string | null;
  /** False when the upstream last responded that it lacks the operation. */
  offered: boolean;
}

/** "soon": more to do, use the fast pace. "absent": the upstream lacks the operation. `readAtMs`: of what time the answer is, where
 *  that matters; by default the end of the turn. */
export type TurnEnd = "soon" | "absent" | { readAtMs: number } | undefined;

export interface PollerDeps {
  /** One turn; rejects without a fresh answer of the upstream. */
  turn: () => Promise<TurnEnd>;
  /** The upstream's Retry-After in milliseconds. */
  retryAfterMs: (error: unknown) => number | undefined;
  codeOf: (error: unknown) => string;
  clock: Clock;
  /** `paces.polling.usual` by default. */
  pace?: Pace;
}

export class Poller {
  /** What the last complete reading omitted, for a poller of a list. */
  partly: RecorderList["partly"] = null;
  readonly #deps: PollerDeps;
  readonly #pace: Pace;
  // Both by the monotonic clock.
  #watchedUntilMs = 0;
  #restUntilMs = 0;
  #cancel: () => void = () => {};
  #polling = false;
  #started = false;
  #stopped = false;
  #outcome: Omit<PollerState, "mode"> = {
    lastGoodAtMs: null,
    failingSinceMs: null,
    code: null,
    offered: true,
  };

  constructor(deps: PollerDeps) {
    this.#deps = deps;
    this.#pace = deps.pace ?? paces.polling.usual;
  }

  get state(): PollerState {
    return { mode: this.#fast() ? "fast" : "slow", ...this.#outcome };
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#schedule(0);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  /** Called for each view: the next turns use the fast pace for a while. */
  watched(): void {
    const wasSlow = !this.#fast();
    this.#watchedUntilMs = this.#deps.clock.monotonicMs() + this.#pace.watchedForMs;
    if (!wasSlow || this.#polling || this.#stopped || !this.#started) return;
    this.#schedule(Math.max(0, this.#restUntilMs - this.#deps.clock.monotonicMs()));
  }

  #fast(): boolean {
    return this.#watchedUntilMs > this.#deps.clock.monotonicMs();
  }

  #schedule(delayMs: number): void {
    this.#cancel();
    this.#cancel = this.#deps.clock.later(delayMs, () => void this.#turn());
  }

  async #turn(): Promise<void> {
    const { clock, turn, retryAfterMs, codeOf } = this.#deps;
    this.#polling = true;
    let waitMs = 0;
    let soon = false;
    let againMs: number | undefined;
    try {
      const end = await turn();
      const offered = end !== "absent";
      soon = end === "soon";
      if (!offered) waitMs = paces.polling.absentRestMs;
      const readAtMs = typeof end === "object" ? end.readAtMs : clock.nowMs();
      const lastGoodAtMs = offered ? readAtMs : this.#outcome.lastGoodAtMs;
      this.#outcome = { lastGoodAtMs, failingSinceMs: null, code: null, offered };
    } catch (error) {
      waitMs = retryAfterMs(error) ?? 0;
      againMs = this.#pace.againMs;
      const failingSinceMs = this.#outcome.failingSinceMs ?? clock.nowMs();
      this.#outcome = { ...this.#outcome, failingSinceMs, code: codeOf(error), offered: true };
    }
    this.#polling = false;
    if (this.#stopped) return;
    this.#restUntilMs = clock.monotonicMs() + waitMs;
    const paceMs = soon || this.#fast() ? this.#pace.fastMs : (againMs ?? this.#pace.slowMs);
    this.#schedule(Math.max(paceMs, waitMs));
  }
}
