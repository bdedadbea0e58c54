// Sessions without Chromium, for pools and invocations together: one capacity for all, time to make and to clean,
// an end that every follower gets. Notes what must never happen.

import type { SessionsPort } from "../../../service/invocations/invocation-sessions.ts";
import type { Clock } from "../../../service/kernel/clock.ts";
import { tooMany } from "../../../service/kernel/problem.ts";
import type { PoolBrowsers, Pooled } from "../../../service/pools/pool.ts";
import type { BrowserSource } from "../../../service/pools/pools.ts";

export interface FakeSession extends Pooled {
  poolId: string | undefined;
  invocationId: string | undefined;
  place: "idle" | "held" | "cleaning";
  dirty: boolean;
  lease: string;
  append: () => Promise<void>;
}

type EndListener = Parameters<SessionsPort["onEnding"]>[0];

export class FakeSessions implements BrowserSource<FakeSession>, SessionsPort {
  readonly live = new Map<string, FakeSession>();
  readonly violations: string[] = [];
  readonly capacity: number;
  makeMs = 2000;
  cleanMs = 500;
  #clock: Clock;
  #starting = 0;
  #made = 0;
  readonly #closings = new Map<string, AbortController>();
  readonly #listeners = new Set<EndListener>();
  readonly #capacityListeners = new Set<() => void>();

  constructor(clock: Clock, capacity: number) {
    this.#clock = clock;
    this.capacity = capacity;
  }

  /** Everything ends without a word, as when the service is killed; time goes on with another clock. */
  restart(clock: Clock): void {
    this.#listeners.clear();
    this.#capacityListeners.clear();
    this.live.clear();
    this.#closings.clear();
    this.#starting = 0;
    this.#clock = clock;
  }

  get count(): number {
    return this.live.size + this.#starting;
  }

  idleOf(poolId: string): number {
    return [...this.live.values()].filter((each) => each.poolId === poolId && each.place === "idle").length;
  }

  /** A session of a client's own, at once. */
  open(invocationId: string | undefined): FakeSession {
    if (this.count >= this.capacity) throw tooMany("no room", 1);
    return this.#add({ poolId: undefined, invocationId, place: "held" });
  }

  check(): void {
    // Anything can be made here.
  }

  forPool(poolId: string): PoolBrowsers<FakeSession> & { isReusable(): boolean } {
    return {
      make: async () => {
        if (this.count >= this.capacity) throw tooMany("no room", 1);
        this.#starting += 1;
        await this.#delayFor(this.makeMs);
        this.#starting -= 1;
        return this.#add({ poolId, invocationId: undefined, place: "idle" });
      },
      distance: () => 0,
      checkOut: (session, invocationId) => {
        if (session.closing.aborted) this.violations.push(`${session.id} was handed out dead`);
        if (session.place !== "idle")
          this.violations.push(`${session.id} was handed out while ${session.place}`);
        if (session.dirty) this.violations.push(`${session.id} was handed out dirty`);
        session.place = "held";
        session.dirty = true;
        session.invocationId = invocationId;
      },
      clean: async (session) => {
        session.place = "cleaning";
        session.invocationId = undefined;
        await this.#delayFor(this.cleanMs);
        if (session.closing.aborted) throw new Error("the browser is gone");
        session.dirty = false;
        session.place = "idle";
      },
      isReusable: () => true,
      end: async (session) => this.end(session.id, "pool_discarded"),
    };
  }

  onCapacity(listener: () => void): () => void {
    this.#capacityListeners.add(listener);
    return () => this.#capacityListeners.delete(listener);
  }

  checkReported(): void {
    // All are known.
  }

  ofInvocation(invocationId: string): readonly FakeSession[] {
    return [...this.live.values()].filter((each) => each.invocationId === invocationId);
  }

  loggedOf(invocationId: string): readonly FakeSession[] {
    return this.ofInvocation(invocationId);
  }

  browsersOf(invocationId: string) {
    return this.ofInvocation(invocationId).map(({ id }) => ({ session_id: id }));
  }

  async end(id: string, reason: string): Promise<void> {
    const session = this.live.get(id);
    if (!session) return;
    this.live.delete(id);
    this.#closings.get(id)?.abort();
    for (const listener of [...this.#listeners]) listener({ ...session, node: null }, reason);
    for (const listener of [...this.#capacityListeners]) listener();
  }

  onEnding(listener: EndListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(what: Pick<FakeSession, "poolId" | "invocationId" | "place">): FakeSession {
    this.#made += 1;
    const id = `session${this.#made}`;
    const closing = new AbortController();
    this.#closings.set(id, closing);
    const session = { ...what, id, lease: id, closing: closing.signal, dirty: false, append: async () => {} };
    this.live.set(id, session);
    return session;
  }

  #delayFor(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.later(ms, resolve));
  }
}
