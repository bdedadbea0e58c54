// One pool as a state machine over its active browsers (available, acquired, cleaning) and the callers that wait for one.
// Independent of Chromium and the database.
import type { Clock } from "../kernel/clock.ts";
import type { Paces } from "../kernel/paces.ts";
import { notFound, Problem } from "../kernel/problem.ts";
import { hourMs } from "../kernel/time-units.ts";
import { browsersPerMinute, FillRate, fillTimeMs } from "./fill-rate.ts";

/** An active browser of a pool. */
export interface Pooled {
  readonly id: string;
  /** Aborted as soon as the browser ends, for any reason. */
  readonly closing: AbortSignal;
}

/** Operations of a pool on its browsers. */
export interface PoolBrowsers<Browser extends Pooled> {
  /** Creates a browser, ready and idle. Rejects with a Problem of `noCapacity` when none was started. */
  make(): Promise<Browser>;
  /** See `SessionPlaces.distance`. */
  distance(browser: Browser, invocationId: string): number;
  /** Assigns it to a caller. */
  checkOut(browser: Browser, invocationId: string | undefined): void;
  /** Disconnects the holder and removes the holder's data. Rejects when that fails. */
  clean(browser: Browser): Promise<void>;
  /** False when its holder has changed its configuration. */
  isReusable(browser: Browser): boolean;
  end(browser: Browser): Promise<void>;
}

export interface PoolTarget {
  size: number;
  /** Percent of the size per minute. */
  fillRatePercent: number;
}

type MemberState = "available" | "acquired" | "cleaning";

interface Member<Browser> {
  browser: Browser;
  state: MemberState;
  generation: number;
  /** How often it was acquired. */
  acquisitions: number;
}

/** A browser as one caller has acquired it. */
export interface Acquired<Browser> {
  browser: Browser;
  /** Releases it as `release` does, but only while this caller has it. Never rejects. */
  giveBack(options: { reuse: boolean }): Promise<void>;
}

interface Waiter<Browser> {
  invocationId: string | undefined;
  settle(acquired: Acquired<Browser> | undefined): void;
  fail(error: Error): void;
}

export interface AcquireOptions {
  /** The maximum wait; absent: the time to fill the whole pool. */
  timeoutMs?: number | undefined;
  invocationId?: string | undefined;
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal | undefined;
}

const maxWaitMs = hourMs;
/** All browsers are in use, or none can be started at present. */
const noCapacity: ReadonlySet<number> = new Set([429, 503, 529]);

/** One pool: keeps it at its target size, serves waiting callers in order, cleans and replaces browsers. */
export class Pool<Browser extends Pooled> {
  readonly #browsers: PoolBrowsers<Browser>;
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  readonly #fillRate: FillRate;
  readonly #capacityRetryMs: number;
  /** In the order in which they became available; the first is acquired first, of an invocation the first of the nearest. */
  readonly #members = new Map<string, Member<Browser>>();
  readonly #waiters = new Set<Waiter<Browser>>();
  #target: PoolTarget;
  #startingCount = 0;
  /** Browsers to create at once, regardless of the rate, as replacements of discarded ones. */
  #replacementsDue = 0;
  /** Browsers of an earlier generation were discarded while acquired or starting, and are ended. */
  #generation = 0;
  #waitsForCapacity = false;
  #stopTimer: (() => void) | undefined;
  /** Why it gives out no browser any more. */
  #whyStopped: Problem | undefined;

  constructor(deps: {
    target: PoolTarget;
    browsers: PoolBrowsers<Browser>;
    clock: Clock;
    paces: Paces["pools"];
    report: (error: unknown) => void;
  }) {
    this.#target = deps.target;
    this.#browsers = deps.browsers;
    this.#clock = deps.clock;
    this.#report = deps.report;
    this.#fillRate = new FillRate(perMinute(deps.target), deps.paces.fillMinuteMs);
    this.#capacityRetryMs = deps.paces.capacityRetryMs;
  }

  get availableCount(): number {
    return this.#count("available");
  }

  get acquiredCount(): number {
    return this.#count("acquired");
  }

  holds(id: string): boolean {
    return this.#members.get(id)?.state === "acquired";
  }

  /** Starts browsers as far as size, rate and capacity allow, and schedules itself for the rest. */
  fill(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    while (!this.#closed && this.#total < this.#target.size) {
      const waitMs = this.#waitMs();
      if (waitMs > 0) {
        this.#scheduleFill(waitMs);
        return;
      }
      this.#startingCount += 1;
      void this.#make(this.#takeTurn());
    }
    this.#replacementsDue = 0;
  }

  /** Call when any browser of the service has ended: fills again if the pool waits for capacity. */
  capacityFreed(): void {
    if (!this.#waitsForCapacity) return;
    this.#waitsForCapacity = false;
    this.fill();
  }

  /**
   * Acquires a browser; undefined when the wait ends without one. First come, first served. Rejects with 404 once
   * closed, with the reason once stopped.
   */
  acquire(options: AcquireOptions = {}): Promise<Acquired<Browser> | undefined> {
    const { invocationId, signal } = options;
    const standardMs = fillTimeMs(this.#target.size, this.#target.fillRatePercent);
    const timeoutMs = Math.min(options.timeoutMs ?? standardMs, maxWaitMs);
    return new Promise((resolve, reject) => {
      if (this.#whyStopped) return reject(this.#whyStopped);
      if (signal?.aborted) return resolve(undefined);
      const leave = () => waiter.settle(undefined);
      const stop = this.#clock.later(timeoutMs, leave);
      const settled = () => {
        stop();
        signal?.removeEventListener("abort", leave);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter<Browser> = {
        invocationId,
        settle: (acquired) => {
          settled();
          resolve(acquired);
        },
        fail: (error) => {
          settled();
          reject(error);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiters.add(waiter);
      this.#serve();
      if (timeoutMs === 0) leave();
    });
  }

  /** Counts a browser as acquired that was acquired before this object was made, and ends idle ones that are too many then. */
  adopt(browser: Browser): void {
    if (this.#members.has(browser.id) || browser.closing.aborted) return;
    this.#hold({ browser, state: "acquired", generation: this.#generation, acquisitions: 1 });
    for (const member of this.#surplusIdle()) this.#retire(member).catch(this.#report);
  }

  /** Releases an acquired browser: cleans it for reuse, or replaces it. 404 when it is not acquired from this pool. */
  async release(id: string, options: { reuse: boolean }): Promise<void> {
    const member = this.#members.get(id);
    if (member?.state !== "acquired") throw notFound(`a browser ${id} that was acquired from this pool`);
    await this.#release(member, options);
  }

  async #release(member: Member<Browser>, options: { reuse: boolean }): Promise<void> {
    const { id } = member.browser;
    if (!options.reuse || !this.#keeps(member)) return await this.#replace([member]);
    member.state = "cleaning";
    try {
      await this.#browsers.clean(member.browser);
    } catch (error) {
      // Also of one that has ended by that; one that was ended meanwhile is not found.
      const wasEnded = error instanceof Problem && error.status === 404;
      if (!this.#closed && !wasEnded) this.#report(error);
      // A browser that could not be cleaned must not be acquired again.
      return await this.#replace([member]);
    }
    if (this.#members.get(id) !== member) return;
    // A change that its holder requested before the release may have been made after it.
    if (this.#closed || !this.#keeps(member)) return await this.#replace([member]);
    this.#returnToIdle(member);
  }

  /** Ends the idle browsers. */
  async flush(): Promise<void> {
    await this.#retireAll("available");
  }

  /**
   * Changes size and rate and ends surplus idle browsers. `discardIdle` replaces every existing browser, acquired ones
   * on release.
   */
  async resize(target: PoolTarget, options: { discardIdle: boolean }): Promise<void> {
    this.#target = target;
    this.#fillRate.setRate(perMinute(target));
    if (options.discardIdle) this.#generation += 1;
    const ended = options.discardIdle
      ? [this.#replace(this.#in("available"))]
      : this.#surplusIdle().map((member) => this.#retire(member));
    this.fill();
    await Promise.all(ended);
  }

  /** Closes the pool: waiting callers get 404, all its browsers end. */
  async close(): Promise<void> {
    this.stop(poolGone());
    await Promise.all((["available", "cleaning", "acquired"] as const).map((each) => this.#retireAll(each)));
  }

  /** Stops filling and rejects waiting and later callers with `why`; the browsers are left running. */
  stop(why: Problem): void {
    this.#whyStopped = why;
    this.#stopTimer?.();
    for (const waiter of [...this.#waiters]) waiter.fail(why);
  }

  get #closed(): boolean {
    return this.#whyStopped !== undefined;
  }

  get #total(): number {
    return this.#members.size + this.#startingCount;
  }

  #in(state: MemberState): Member<Browser>[] {
    return [...this.#members.values()].filter((member) => member.state === state);
  }

  #count(state: MemberState): number {
    return this.#in(state).length;
  }

  /** As many idle ones as there are browsers beyond the size. */
  #surplusIdle(): Member<Browser>[] {
    return this.#in("available").slice(0, Math.max(0, this.#total - this.#target.size));
  }

  /** Whether a released browser stays in the pool. */
  #keeps({ browser, generation }: Member<Browser>): boolean {
    const fits = this.#total <= this.#target.size && generation === this.#generation;
    return fits && this.#browsers.isReusable(browser);
  }

  async #make(revokeTurn: () => void): Promise<void> {
    const generation = this.#generation;
    try {
      const browser = await this.#browsers.make();
      this.#startingCount -= 1;
      this.#add({ browser, state: "available", generation, acquisitions: 0 });
    } catch (error) {
      this.#startingCount -= 1;
      if (error instanceof Problem && noCapacity.has(error.status)) {
        // No browser was started, so the attempt does not count against the rate.
        revokeTurn();
        this.#waitsForCapacity = true;
      } else if (!this.#closed) {
        this.#report(error);
      }
    }
    this.fill();
  }

  #add(member: Member<Browser>): void {
    const { browser, generation } = member;
    const wanted = !this.#closed && generation === this.#generation && this.#total < this.#target.size;
    if (!wanted || browser.closing.aborted) {
      this.#browsers.end(browser).catch(this.#report);
      return;
    }
    this.#hold(member);
    this.#serve();
  }

  #hold(member: Member<Browser>): void {
    const { browser } = member;
    this.#members.set(browser.id, member);
    browser.closing.addEventListener("abort", () => this.#onEnded(member), { once: true });
  }

  #onEnded(member: Member<Browser>): void {
    if (this.#members.get(member.browser.id) !== member) return;
    this.#members.delete(member.browser.id);
    this.fill();
  }

  /** Makes a browser available as the last in order. */
  #returnToIdle(member: Member<Browser>): void {
    this.#members.delete(member.browser.id);
    this.#members.set(member.browser.id, member);
    member.state = "available";
    this.#serve();
  }

  #serve(): void {
    for (const waiter of this.#waiters) {
      const member = this.#nextFor(waiter.invocationId);
      if (member === undefined) return;
      member.state = "acquired";
      try {
        this.#browsers.checkOut(member.browser, waiter.invocationId);
      } catch (error) {
        // As while the disk is full: the browser stays, and only this caller fails.
        member.state = "available";
        waiter.fail(error instanceof Error ? error : new Error(String(error)));
        continue;
      }
      member.acquisitions += 1;
      waiter.settle(this.#acquired(member));
    }
  }

  #acquired(member: Member<Browser>): Acquired<Browser> {
    const { browser, acquisitions } = member;
    return {
      browser,
      giveBack: async (options) => {
        if (!this.holds(browser.id) || member.acquisitions !== acquisitions) return;
        await this.#release(member, options).catch(this.#report);
      },
    };
  }

  #nextFor(invocationId: string | undefined): Member<Browser> | undefined {
    let nearest: { member: Member<Browser>; distance: number } | undefined;
    for (const member of this.#members.values()) {
      if (member.state !== "available") continue;
      const distance = invocationId === undefined ? 0 : this.#browsers.distance(member.browser, invocationId);
      if (nearest === undefined || distance < nearest.distance) nearest = { member, distance };
      if (distance === 0) break;
    }
    return nearest?.member;
  }

  async #retireAll(state: MemberState): Promise<void> {
    await Promise.all(this.#in(state).map((member) => this.#retire(member)));
  }

  #waitMs(): number {
    if (this.#waitsForCapacity) return this.#capacityRetryMs;
    return this.#replacementsDue > 0 ? 0 : this.#fillRate.waitMs(this.#clock.monotonicMs());
  }

  /** Takes the turn of the next start, a due replacement first. The returned function revokes it. */
  #takeTurn(): () => void {
    if (this.#replacementsDue === 0) return this.#fillRate.take(this.#clock.monotonicMs());
    this.#replacementsDue -= 1;
    return () => {
      this.#replacementsDue += 1;
    };
  }

  /** Ends these browsers and creates replacements at once, as far as the size allows. */
  async #replace(members: readonly Member<Browser>[]): Promise<void> {
    for (const member of members) this.#remove(member);
    this.#replacementsDue += members.length;
    await Promise.all(members.map((member) => this.#retire(member)));
  }

  /** Removes a browser from the counts at once, then ends it. */
  async #retire(member: Member<Browser>): Promise<void> {
    this.#remove(member);
    this.fill();
    await this.#browsers.end(member.browser);
  }

  #remove({ browser }: Member<Browser>): void {
    if (this.#members.get(browser.id)?.browser === browser) this.#members.delete(browser.id);
  }

  #scheduleFill(delayMs: number): void {
    if (delayMs === Number.POSITIVE_INFINITY) return;
    this.#stopTimer = this.#clock.later(delayMs, () => {
      this.#waitsForCapacity = false;
      this.fill();
    });
  }
}

const perMinute = (target: PoolTarget) => browsersPerMinute(target.size, target.fillRatePercent);
const poolGone = () => notFound("the pool");
