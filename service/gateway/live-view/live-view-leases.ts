// Addresses of the live view that their holder can end: made from a session's address, valid for a minute unless they are
// renewed. A dashboard hands them to operators whose sign-in may end before the session does.
import type { Clock } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { tooMany } from "../../kernel/problem.ts";

/** How long an address is valid without renewal. */
export const leaseMs = 60_000;
const maxLeases = 1_000;

interface Lease {
  readonly ended: AbortController;
  viewers: number;
  /** Since when nobody views it, if nobody does; by the monotonic clock. */
  unviewedSinceMs: number;
  cancel: () => void;
}

export class LiveViewLeases {
  readonly #leases = new Map<string, Lease>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The id of a new lease. Throws 429 when there are too many. */
  make(): string {
    if (this.#leases.size >= maxLeases) throw tooMany(`${maxLeases} live views are open; close one`, 60);
    const id = newId();
    this.#leases.set(id, {
      ended: new AbortController(),
      viewers: 0,
      unviewedSinceMs: this.#clock.monotonicMs(),
      cancel: this.#expiryOf(id),
    });
    return id;
  }

  /** Makes a lease valid for another minute; false when it has ended, and for one that nobody has viewed for a minute: viewers
   *  connect again when the browser was restarted. */
  renew(id: string): boolean {
    const lease = this.#leases.get(id);
    if (lease === undefined) return false;
    if (lease.viewers === 0 && this.#clock.monotonicMs() - lease.unviewedSinceMs >= leaseMs) {
      this.end(id);
      return false;
    }
    lease.cancel();
    lease.cancel = this.#expiryOf(id);
    return true;
  }

  /** Ends a lease and disconnects its viewers; one that has ended stays so. */
  end(id: string): void {
    const lease = this.#leases.get(id);
    if (lease === undefined) return;
    this.#leases.delete(id);
    lease.cancel();
    lease.ended.abort();
  }

  has(id: string): boolean {
    return this.#leases.has(id);
  }

  /** Counts a viewer, whom `signal` disconnects; undefined when the lease has ended. */
  enter(id: string): { signal: AbortSignal; leave: () => void } | undefined {
    const lease = this.#leases.get(id);
    if (lease === undefined) return undefined;
    lease.viewers += 1;
    return {
      signal: lease.ended.signal,
      leave: () => {
        lease.viewers -= 1;
        lease.unviewedSinceMs = this.#clock.monotonicMs();
      },
    };
  }

  #expiryOf(id: string): () => void {
    return this.#clock.later(leaseMs, () => this.end(id));
  }
}
