// Holds one lease or waits for it. A holder that does not renew is timed by the monotonic clock, not by wall time.

import type { Clock } from "../../clock.ts";
import type { Lease, LeaseSnapshot } from "../db/leases.ts";
import { paces } from "../kernel/paces.ts";

export interface LeadershipDeps {
  readLease: () => Promise<LeaseSnapshot | undefined>;
  take: (dead: LeaseSnapshot | undefined) => Promise<Lease | undefined>;
  renew: (lease: Lease) => Promise<boolean>;
  release: (lease: Lease) => Promise<void>;
  /** `onWon` is called once per term, `onLost` once at its end. */
  onWon: (lease: Lease) => void;
  onLost: () => void;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

export class Leadership {
  readonly #deps: LeadershipDeps;
  #lease: Lease | undefined;
  #observed: { lease: LeaseSnapshot; sinceMs: number } | undefined;
  #cancel: () => void = () => {};
  #beating: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: LeadershipDeps) {
    this.#deps = deps;
  }

  /** The lease while this replica holds it, as last known; each write verifies it. */
  get lease(): Lease | undefined {
    return this.#lease;
  }

  start(): void {
    this.#scheduleBeat(0);
  }

  #scheduleBeat(delayMs: number): void {
    this.#cancel = this.#deps.clock.later(delayMs, () => {
      this.#beating = this.#beat();
    });
  }

  /**
   * Releases the lease, so that another replica need not wait; also one that is being taken or renewed, as the database
   * closes when this resolves.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    const lease = this.#lease;
    if (lease !== undefined) this.lost(lease);
    await this.#beating;
    if (lease !== undefined) await this.#deps.release(lease);
  }

  /** Ends the term of a lease after a write found that another replica holds it; a write that was late says nothing of a
   *  later term. */
  lost(lease: Lease): void {
    if (this.#lease?.term !== lease.term) return;
    this.#lease = undefined;
    this.#deps.onLost();
  }

  async #beat(): Promise<void> {
    const { report } = this.#deps;
    try {
      const lease = this.#lease;
      if (lease === undefined) await this.#tryToWin();
      else if (!(await this.#deps.renew(lease))) this.lost(lease);
    } catch (error) {
      // Without the database writes fail, too, so the term need not end.
      report("the recorder's lease could not be renewed or read", error);
    }
    if (!this.#stopped) this.#scheduleBeat(paces.lease.renewEveryMs);
  }

  async #tryToWin(): Promise<void> {
    const { readLease, take, release, onWon } = this.#deps;
    const observed = await readLease();
    const lease = await take(this.#isExpired(observed) ? observed : undefined);
    if (lease === undefined) return;
    if (this.#stopped) return await release(lease);
    this.#lease = lease;
    this.#observed = undefined;
    onWon(lease);
  }

  #isExpired(now: LeaseSnapshot | undefined): boolean {
    if (now === undefined) return false;
    const { clock } = this.#deps;
    const before = this.#observed;
    if (before?.lease.renewalStamp !== now.renewalStamp || before.lease.term !== now.term) {
      this.#observed = { lease: now, sinceMs: clock.monotonicMs() };
      return false;
    }
    return clock.monotonicMs() - before.sinceMs >= paces.lease.ttlMs;
  }
}
