// Keeps one lease, or waits for it. Judges a silent holder by time that passed here, never by the wall.
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import type { Lease, SeenLease } from "../store/leases.ts";

export interface LeadershipDeps {
  see: () => Promise<SeenLease | undefined>;
  take: (dead: SeenLease | undefined) => Promise<Lease | undefined>;
  renew: (lease: Lease) => Promise<boolean>;
  release: (lease: Lease) => Promise<void>;
  /** Called once per term won, and once when it is over. */
  onWon: (lease: Lease) => void;
  onLost: () => void;
  clock: Clock;
  /** Milliseconds that only ever grow, whatever happens to the wall clock. */
  monotonicMs: () => number;
  report: (what: string, error: unknown) => void;
}

export class Leadership {
  readonly #deps: LeadershipDeps;
  #lease: Lease | undefined;
  #seen: { lease: SeenLease; sinceMs: number } | undefined;
  #cancel: () => void = () => {};
  #stopped = false;

  constructor(deps: LeadershipDeps) {
    this.#deps = deps;
  }

  /** The lease while it is ours, as far as we know: a write finds out for sure. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  start(): void {
    this.#cancel = this.#deps.clock.later(0, () => void this.#beat());
  }

  /** Gives the lease back, so that another replica need not wait. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    const lease = this.#lease;
    this.lost();
    if (lease !== undefined) await this.#deps.release(lease);
  }

  /** A write said that the lease is another's. */
  lost(): void {
    if (this.#lease === undefined) return;
    this.#lease = undefined;
    this.#deps.onLost();
  }

  async #beat(): Promise<void> {
    const { clock, report } = this.#deps;
    try {
      if (this.#lease === undefined) await this.#tryToWin();
      else if (!(await this.#deps.renew(this.#lease))) this.lost();
    } catch (error) {
      // A store that does not answer refuses our writes too: nothing to let go of.
      report("the recorder's lease could not be renewed or read", error);
    }
    if (!this.#stopped) this.#cancel = clock.later(paces.lease.beatMs, () => void this.#beat());
  }

  async #tryToWin(): Promise<void> {
    const { see, take, release, onWon } = this.#deps;
    const seen = await see();
    const lease = await take(this.#silent(seen) ? seen : undefined);
    if (lease === undefined) return;
    if (this.#stopped) return release(lease);
    this.#lease = lease;
    this.#seen = undefined;
    onWon(lease);
  }

  #silent(now: SeenLease | undefined): boolean {
    if (now === undefined) return false;
    const { monotonicMs } = this.#deps;
    const before = this.#seen;
    if (before?.lease.beat !== now.beat || before.lease.term !== now.term) {
      this.#seen = { lease: now, sinceMs: monotonicMs() };
      return false;
    }
    return monotonicMs() - before.sinceMs >= paces.lease.lastsMs;
  }
}
