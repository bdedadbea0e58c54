// Random histories of a pool against what must hold at every moment of any of them.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type FakeBrowser, FakeBrowsers, settle } from "../../tests/support/fakes/fake-browsers.ts";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { standardPaces } from "../kernel/paces.ts";
import { Pool } from "./pool.ts";

type Command =
  | { do: "acquire"; waitMs: number }
  | { do: "leave"; pick: number }
  | { do: "release"; pick: number; reuse: boolean; canClean: boolean }
  | { do: "crash"; pick: number }
  | { do: "flush" }
  | { do: "resize"; size: number; discardIdle: boolean }
  | { do: "capacity"; to: number }
  | { do: "pass"; ms: number };

const pick = fc.nat({ max: 20 });
const of = <Shape>(weight: number, shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> }) => ({
  weight,
  arbitrary: fc.record<Shape>(shape),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  of(4, { do: fc.constant("acquire" as const), waitMs: fc.nat({ max: 90_000 }) }),
  of(1, { do: fc.constant("leave" as const), pick }),
  of(3, { do: fc.constant("release" as const), pick, reuse: fc.boolean(), canClean: fc.boolean() }),
  of(2, { do: fc.constant("crash" as const), pick }),
  of(1, { do: fc.constant("flush" as const) }),
  of(1, {
    do: fc.constant("resize" as const),
    size: fc.integer({ min: 1, max: 6 }),
    discardIdle: fc.boolean(),
  }),
  of(1, { do: fc.constant("capacity" as const), to: fc.nat({ max: 8 }) }),
  of(6, { do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 30_000 }) }),
);

interface Caller {
  number: number;
  state: "waiting" | "served" | "gone";
  leave: AbortController;
}

class History {
  readonly clock = new ManualClock(0);
  readonly browsers = new FakeBrowsers(this.clock);
  readonly callers: Caller[] = [];
  /** Numbers of callers in the order they were served. */
  readonly served: number[] = [];
  /** Browsers in clients' hands as the clients see it. */
  readonly held = new Map<string, FakeBrowser>();
  readonly pool: Pool<FakeBrowser>;
  size: number;
  #startsChecked = 0;
  #lastStartMs = Number.NEGATIVE_INFINITY;
  /** Browsers given up on purpose, which are replaced past the pace; and starts that were past it. */
  #givenUp = 0;
  #early = 0;

  constructor(size: number) {
    this.size = size;
    this.pool = new Pool({
      target: { size, fillRatePercent: 100 },
      browsers: this.browsers,
      clock: this.clock,
      paces: standardPaces.pools,
      report: () => undefined,
    });
    this.browsers.onEnd = () => this.pool.capacityFreed();
    // Long enough that other things happen meanwhile.
    this.browsers.makeMs = 6000;
    this.browsers.cleanMs = 3000;
    this.pool.fill();
  }

  async run(step: Command): Promise<void> {
    switch (step.do) {
      case "acquire":
        this.#acquire(step.waitMs);
        break;
      case "leave":
        nth(this.callers, step.pick)?.leave.abort();
        break;
      case "release": {
        const browser = nth([...this.held.values()], step.pick);
        if (!browser) return;
        this.held.delete(browser.id);
        this.browsers.canClean = step.canClean;
        this.#givenUp += 1;
        void this.pool.release(browser.id, { reuse: step.reuse });
        break;
      }
      case "crash": {
        const browser = nth([...this.browsers.live.values()], step.pick);
        if (!browser) return;
        this.held.delete(browser.id);
        browser.crash();
        // The dead are out of the counts without a moment in between.
        this.#checkCounts();
        break;
      }
      case "flush":
        void this.pool.flush();
        break;
      case "resize":
        this.size = step.size;
        if (step.discardIdle) this.#givenUp += this.pool.availableCount;
        void this.pool.resize({ size: step.size, fillRatePercent: 100 }, { discardIdle: step.discardIdle });
        break;
      case "capacity":
        this.browsers.capacity = step.to;
        break;
      case "pass":
        for (let left = step.ms; left > 0; left -= 1000) {
          this.clock.advance(Math.min(1000, left));
          await settle();
          this.#check();
        }
    }
    await settle();
    this.#check();
  }

  #acquire(timeoutMs: number): void {
    const caller: Caller = { number: this.callers.length, state: "waiting", leave: new AbortController() };
    this.callers.push(caller);
    void this.pool.acquire({ timeoutMs, signal: caller.leave.signal }).then((acquired) => {
      caller.state = acquired ? "served" : "gone";
      if (!acquired) return;
      const { browser } = acquired;
      this.served.push(caller.number);
      // It may have crashed between being handed out and this moment.
      if (!browser.closing.aborted) this.held.set(browser.id, browser);
    });
  }

  #checkCounts(): void {
    const held = [...this.browsers.live.values()].filter((each) => each.holder === "client");
    expect(this.pool.availableCount).toBe(this.browsers.idle);
    expect(this.pool.acquiredCount).toBe(held.length);
  }

  #check(): void {
    const { pool, browsers } = this;
    this.#checkCounts();
    expect(pool.acquiredCount).toBe(this.held.size);
    expect(browsers.violations).toEqual([]);
    // After a shrink more may be out than fit, but then none is kept idle.
    if (pool.availableCount > 0) expect(browsers.count).toBeLessThanOrEqual(this.size);
    // First come, first served, and nobody waits beside an idle browser.
    expect(this.served).toEqual([...this.served].sort((a, b) => a - b));
    const waiting = this.callers.filter((caller) => caller.state === "waiting").length;
    expect(Math.min(waiting, pool.availableCount)).toBe(0);
    for (const startMs of browsers.starts.slice(this.#startsChecked)) {
      if (startMs - this.#lastStartMs >= 60_000 / this.size - 1e-6) this.#lastStartMs = startMs;
      else this.#early += 1;
    }
    expect(this.#early).toBeLessThanOrEqual(this.#givenUp);
    this.#startsChecked = browsers.starts.length;
  }
}

function nth<Item>(items: readonly Item[], n: number): Item | undefined {
  return items[n % Math.max(1, items.length)];
}

test("counts are correct, no browser is acquired twice, callers are served in order, at the fill rate", async () => {
  let served = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(command, { minLength: 5, maxLength: 60, size: "max" }),
      async (size, steps) => {
        const history = new History(size);
        for (const step of steps) await history.run(step);
        served += history.served.length;

        // Left alone and with room enough, every pool is full in the end.
        history.browsers.capacity = Number.POSITIVE_INFINITY;
        for (const caller of history.callers) caller.leave.abort();
        await history.run({ do: "pass", ms: 80_000 });
        const { availableCount, acquiredCount } = history.pool;
        expect(availableCount + acquiredCount).toBe(Math.max(history.size, acquiredCount));
        await history.pool.close();
        expect(history.browsers.live.size).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
  expect(served).toBeGreaterThan(150);
}, 30_000);
