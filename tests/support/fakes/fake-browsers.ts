// Browsers without Chromium for tests of pools: they take time to make and to clean, fill a capacity, crash.
import type { Clock } from "../../../service/kernel/clock.ts";
import { notFound, tooMany } from "../../../service/kernel/problem.ts";
import type { PoolBrowsers, Pooled } from "../../../service/pools/pool.ts";

export interface FakeBrowser extends Pooled {
  holder: "pool" | "client" | "cleaner";
  dirty: boolean;
  altered: boolean;
  invocationId: string | undefined;
  crash(): void;
}

export class FakeBrowsers implements PoolBrowsers<FakeBrowser> {
  readonly live = new Map<string, FakeBrowser>();
  /** When each browser that really started was started. */
  readonly starts: number[] = [];
  /** What must never happen. */
  readonly violations: string[] = [];
  /** By invocation: the browser that is where it runs. */
  readonly near = new Map<string, string>();
  /** Ids of browsers that are taken only where there is no other. */
  readonly far = new Set<string>();
  capacity = Number.POSITIVE_INFINITY;
  canClean = true;
  makeMs = 700;
  cleanMs = 100;
  onEnd: () => void = () => undefined;
  readonly #clock: Clock;
  #starting = 0;
  #made = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get count(): number {
    return this.live.size + this.#starting;
  }

  get idle(): number {
    return [...this.live.values()].filter((browser) => browser.holder === "pool").length;
  }

  isReusable({ altered }: FakeBrowser): boolean {
    return !altered;
  }

  distance(browser: FakeBrowser, invocationId: string): number {
    if (this.near.get(invocationId) === browser.id) return 0;
    return this.far.has(browser.id) ? 2 : 1;
  }

  async make(): Promise<FakeBrowser> {
    if (this.count >= this.capacity) throw tooMany("no room", 1);
    this.starts.push(this.#clock.nowMs());
    this.#starting += 1;
    await this.#delayFor(this.makeMs);
    this.#starting -= 1;
    this.#made += 1;
    const id = `b${this.#made}`;
    const closing = new AbortController();
    const browser: FakeBrowser = {
      id,
      closing: closing.signal,
      holder: "pool",
      dirty: false,
      altered: false,
      invocationId: undefined,
      crash: () => {
        this.live.delete(id);
        closing.abort();
        this.onEnd();
      },
    };
    this.live.set(id, browser);
    return browser;
  }

  checkOut(browser: FakeBrowser, invocationId: string | undefined): void {
    if (browser.closing.aborted) this.violations.push(`${browser.id} was handed out dead`);
    if (browser.holder === "client") this.violations.push(`${browser.id} was handed out twice`);
    if (browser.dirty) this.violations.push(`${browser.id} was handed out dirty`);
    browser.holder = "client";
    browser.dirty = true;
    browser.invocationId = invocationId;
  }

  async clean(browser: FakeBrowser): Promise<void> {
    browser.holder = "cleaner";
    await this.#delayFor(this.cleanMs);
    if (browser.closing.aborted) throw notFound(browser.id);
    if (!this.canClean) throw new Error("a page does not close");
    browser.dirty = false;
    browser.holder = "pool";
  }

  async end(browser: FakeBrowser): Promise<void> {
    if (!browser.closing.aborted) browser.crash();
  }

  #delayFor(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.later(ms, resolve));
  }
}

/** Lets everything that waits for nothing but a promise happen. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
