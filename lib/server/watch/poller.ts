// One question asked again and again for everyone: fast while somebody looks, slow otherwise, never sooner than the
// upstream asked, never twice at a time.
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";

export interface Pace {
  fastMs: number;
  slowMs: number;
  /** How long one look keeps the pace fast. */
  watchedForMs: number;
  /** When to try again after a failure; as after any other turn without it. */
  againMs?: number;
}

/** How the turns go. Times are epoch milliseconds, null: never yet. */
export interface PollerState {
  mode: "fast" | "slow";
  lastGoodAtMs: number | null;
  failingSinceMs: number | null;
  /** Code of the newest failure, while it fails. */
  code: string | null;
  /** False: the upstream said last that it has no such operation. */
  offered: boolean;
}

/** "soon": there is more to do, take the fast pace. "absent": the upstream has no such operation. */
export type TurnEnd = "soon" | "absent" | undefined;

export interface PollerDeps {
  /** One turn; rejects when the upstream gave no new answer. */
  turn: () => Promise<TurnEnd>;
  /** How long the upstream asked to be left alone, in milliseconds. */
  retryAfterMs: (error: unknown) => number | undefined;
  codeOf: (error: unknown) => string;
  clock: Clock;
  /** As lists usually are, unless told. */
  pace?: Pace;
}

export class Poller {
  readonly #deps: PollerDeps;
  readonly #pace: Pace;
  // Both by the clock that counts what passes.
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

  /** Somebody looks: the next turns come fast for a while. */
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
      const lastGoodAtMs = offered ? clock.nowMs() : this.#outcome.lastGoodAtMs;
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
