// One pool as a state machine: which of its browsers wait, which are in someone's hands, who waits for one.
// It knows no Chromium and no table. Its counts are those of living browsers at this moment.
import type { Paces } from "../paces.ts";
import type { Clock } from "./clock.ts";
import { browsersPerMinute, FillPace, fillTimeMs } from "./fill-pace.ts";
import { notFound, Problem } from "./problem.ts";

/** A living browser as a pool sees it. */
export interface Pooled {
  readonly id: string;
  /** Aborted at once when the browser ends, for whatever reason. */
  readonly closing: AbortSignal;
}

/** What a pool does with browsers. */
export interface PoolBrowsers<Browser extends Pooled> {
  /** A ready browser, idle. Rejects with a Problem 429 or 529 when no more fit. */
  make(): Promise<Browser>;
  /** Hands it to a caller. */
  handOut(browser: Browser, invocationId: string | undefined): void;
  /** Takes it back from its holder and removes what the holder left. Rejects when that is not possible. */
  clean(browser: Browser): Promise<void>;
  /** False for one that its holder has made into something else. */
  isReusable(browser: Browser): boolean;
  end(browser: Browser): Promise<void>;
}

export interface PoolTarget {
  size: number;
  /** Percent of the size per minute. */
  fillRatePercent: number;
}

type Place = "available" | "acquired" | "cleaning";

interface Member<Browser> {
  browser: Browser;
  place: Place;
  generation: number;
}

interface Waiter<Browser> {
  invocationId: string | undefined;
  settle(browser: Browser | undefined): void;
  fail(error: Error): void;
}

export interface AcquireOptions {
  /** Longest wait; the pool's whole fill time when absent. */
  timeoutMs?: number | undefined;
  invocationId?: string | undefined;
  /** Aborted when the caller leaves. */
  signal?: AbortSignal | undefined;
}

const longestWaitMs = 3_600_000;

export class Pool<Browser extends Pooled> {
  readonly #browsers: PoolBrowsers<Browser>;
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  readonly #pace: FillPace;
  readonly #capacityRetryMs: number;
  /** In the order they became available: the one that waited longest goes out first. */
  readonly #members = new Map<string, Member<Browser>>();
  readonly #waiters = new Set<Waiter<Browser>>();
  #target: PoolTarget;
  #making = 0;
  /** To be made at once, past the rate: in place of browsers that were discarded on purpose. */
  #owed = 0;
  /** Browsers of an earlier generation are not kept: they were discarded while out or in the making. */
  #generation = 0;
  #waitsForCapacity = false;
  #stopTimer: (() => void) | undefined;
  #closed = false;

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
    this.#pace = new FillPace(perMinute(deps.target), deps.paces.fillMinuteMs);
    this.#capacityRetryMs = deps.paces.capacityRetryMs;
  }

  get availableCount(): number {
    return this.#count("available");
  }

  get acquiredCount(): number {
    return this.#count("acquired");
  }

  holds(id: string): boolean {
    return this.#members.get(id)?.place === "acquired";
  }

  /** Starts browsers as far as size, rate and capacity allow, and comes back by itself for the rest. */
  fill(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    while (!this.#closed && this.#total < this.#target.size) {
      const waitMs = this.#waitMs();
      if (waitMs > 0) {
        this.#fillLater(waitMs);
        return;
      }
      this.#making += 1;
      void this.#make(this.#takeTurn());
    }
    this.#owed = 0;
  }

  /** A browser ended somewhere: there may be room again. */
  capacityFreed(): void {
    if (!this.#waitsForCapacity) return;
    this.#waitsForCapacity = false;
    this.fill();
  }

  /** A browser, or undefined when the wait ends without one. First come, first served. */
  acquire(options: AcquireOptions = {}): Promise<Browser | undefined> {
    const { invocationId, signal } = options;
    const standardMs = fillTimeMs(this.#target.size, this.#target.fillRatePercent);
    const timeoutMs = Math.min(options.timeoutMs ?? standardMs, longestWaitMs);
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(poolGone());
      if (signal?.aborted) return resolve(undefined);
      const leave = () => waiter.settle(undefined);
      const stop = this.#clock.after(timeoutMs, leave);
      const settled = () => {
        stop();
        signal?.removeEventListener("abort", leave);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter<Browser> = {
        invocationId,
        settle: (browser) => {
          settled();
          resolve(browser);
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

  /** Gives an acquired browser back: cleaned and idle again, or ended. 404 when it is not out of this pool. */
  async release(id: string, options: { reuse: boolean }): Promise<void> {
    const member = this.#members.get(id);
    if (member?.place !== "acquired") throw notFound(`a browser ${id} that was acquired from this pool`);
    const wanted = options.reuse && this.#browsers.isReusable(member.browser);
    if (!wanted || !this.#keeps(member)) return await this.#replace([member]);
    member.place = "cleaning";
    try {
      await this.#browsers.clean(member.browser);
    } catch (error) {
      // What cannot be cleaned is never handed out again.
      if (this.#members.get(id) === member) this.#report(error);
      return await this.#replace([member]);
    }
    if (this.#members.get(id) !== member) return;
    if (this.#closed || !this.#keeps(member)) return await this.#replace([member]);
    this.#shelve(member);
  }

  /** Ends the idle browsers. */
  async flush(): Promise<void> {
    await this.#retireAll("available");
  }

  /** Another size or rate; what is idle and too much ends. `discardIdle` replaces all that was made so far. */
  async resize(target: PoolTarget, options: { discardIdle: boolean }): Promise<void> {
    this.#target = target;
    this.#pace.setRate(perMinute(target));
    if (options.discardIdle) this.#generation += 1;
    const idle = [...this.#members.values()].filter((member) => member.place === "available");
    const tooMany = options.discardIdle ? idle.length : Math.max(0, this.#total - target.size);
    const discarded = idle.slice(0, tooMany);
    const ended = options.discardIdle
      ? [this.#replace(discarded)]
      : discarded.map((member) => this.#retire(member));
    this.fill();
    await Promise.all(ended);
  }

  /** The end of the pool: whoever waits gets 404, no browser of it is left. */
  async close(): Promise<void> {
    this.stop(poolGone());
    await Promise.all((["available", "cleaning", "acquired"] as const).map((each) => this.#retireAll(each)));
  }

  /** Makes and hands out nothing any more, but leaves the browsers to whoever ends them. */
  stop(why: Problem): void {
    this.#closed = true;
    this.#stopTimer?.();
    for (const waiter of [...this.#waiters]) waiter.fail(why);
  }

  get #total(): number {
    return this.#members.size + this.#making;
  }

  #count(place: Place): number {
    return [...this.#members.values()].filter((member) => member.place === place).length;
  }

  /** Whether a browser that comes back is still wanted as it is. */
  #keeps(member: Member<Browser>): boolean {
    return this.#total <= this.#target.size && member.generation === this.#generation;
  }

  async #make(giveBack: () => void): Promise<void> {
    const generation = this.#generation;
    try {
      const browser = await this.#browsers.make();
      this.#making -= 1;
      this.#arrived({ browser, place: "available", generation });
    } catch (error) {
      this.#making -= 1;
      if (error instanceof Problem && (error.status === 429 || error.status === 529)) {
        // No browser was started, so none counts against the rate.
        giveBack();
        this.#waitsForCapacity = true;
      } else if (!this.#closed) {
        this.#report(error);
      }
    }
    this.fill();
  }

  #arrived(member: Member<Browser>): void {
    const { browser, generation } = member;
    const wanted = !this.#closed && generation === this.#generation && this.#total < this.#target.size;
    if (!wanted || browser.closing.aborted) {
      this.#browsers.end(browser).catch(this.#report);
      return;
    }
    this.#members.set(browser.id, member);
    browser.closing.addEventListener("abort", () => this.#lost(member), { once: true });
    this.#serve();
  }

  #lost(member: Member<Browser>): void {
    if (this.#members.get(member.browser.id) !== member) return;
    this.#members.delete(member.browser.id);
    this.fill();
  }

  /** Puts a browser behind those that wait longer. */
  #shelve(member: Member<Browser>): void {
    this.#members.delete(member.browser.id);
    this.#members.set(member.browser.id, member);
    member.place = "available";
    this.#serve();
  }

  #serve(): void {
    for (const member of this.#members.values()) {
      if (member.place !== "available") continue;
      const [waiter] = this.#waiters;
      if (!waiter) return;
      member.place = "acquired";
      this.#browsers.handOut(member.browser, waiter.invocationId);
      waiter.settle(member.browser);
    }
  }

  async #retireAll(place: Place): Promise<void> {
    const members = [...this.#members.values()].filter((member) => member.place === place);
    await Promise.all(members.map((member) => this.#retire(member)));
  }

  #waitMs(): number {
    if (this.#waitsForCapacity) return this.#capacityRetryMs;
    return this.#owed > 0 ? 0 : this.#pace.waitMs(this.#clock.now());
  }

  /** Uses up what the next browser may be made for; the answer gives it back. */
  #takeTurn(): () => void {
    if (this.#owed === 0) return this.#pace.take(this.#clock.now());
    this.#owed -= 1;
    return () => {
      this.#owed += 1;
    };
  }

  /** Ends these and makes others in their place at once, as far as the size allows. */
  async #replace(members: readonly Member<Browser>[]): Promise<void> {
    for (const member of members) this.#leave(member);
    this.#owed += members.length;
    await Promise.all(members.map((member) => this.#retire(member)));
  }

  /** Out of the counts at once, then ended. */
  async #retire(member: Member<Browser>): Promise<void> {
    this.#leave(member);
    this.fill();
    await this.#browsers.end(member.browser);
  }

  #leave({ browser }: Member<Browser>): void {
    if (this.#members.get(browser.id)?.browser === browser) this.#members.delete(browser.id);
  }

  #fillLater(delayMs: number): void {
    if (delayMs === Number.POSITIVE_INFINITY) return;
    this.#stopTimer = this.#clock.after(delayMs, () => {
      this.#waitsForCapacity = false;
      this.fill();
    });
  }
}

const perMinute = (target: PoolTarget) => browsersPerMinute(target.size, target.fillRatePercent);
const poolGone = () => notFound("the pool");
