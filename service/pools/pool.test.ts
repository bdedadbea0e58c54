import { describe, expect, test } from "vitest";
import { FakeBrowsers, settle } from "../../tests/support/fakes/fake-browsers.ts";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { standardPaces } from "../kernel/paces.ts";
import { Problem, shuttingDown } from "../kernel/problem.ts";
import { Pool } from "./pool.ts";

function fixture(target: { size: number; fillRatePercent: number }) {
  const clock = new ManualClock(0);
  const browsers = new FakeBrowsers(clock);
  const faults: unknown[] = [];
  const pool = new Pool({
    target,
    browsers,
    clock,
    paces: standardPaces.pools,
    report: (error) => void faults.push(error),
  });
  browsers.onEnd = () => pool.capacityFreed();
  pool.fill();
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 500) {
      clock.advance(Math.min(500, left));
      await settle();
    }
  };
  const counts = () => [pool.availableCount, pool.acquiredCount];
  const got = async (options: Parameters<typeof pool.acquire>[0] = {}) => {
    const acquired = await pool.acquire(options);
    if (!acquired) throw new Error("no browser came");
    return acquired.browser;
  };
  return { clock, browsers, faults, pool, pass, counts, got };
}

describe("filling", () => {
  test("starts one browser at once and the others steadily", async () => {
    const { browsers, pass, counts } = fixture({ size: 3, fillRatePercent: 100 });
    await pass(1000);
    expect(counts()).toEqual([1, 0]);
    await pass(60_000);
    expect(browsers.starts).toEqual([0, 20_000, 40_000]);
    expect(counts()).toEqual([3, 0]);
  });

  test("accumulates no credit: after a long idle time lost browsers are replaced one by one", async () => {
    const { browsers, pool, pass } = fixture({ size: 2, fillRatePercent: 100 });
    await pass(600_000);
    await pool.flush();
    expect(pool.availableCount).toBe(0);
    await pass(40_000);
    expect(browsers.starts.slice(2)).toEqual([600_000, 630_000]);
  });

  test("waits for capacity instead of failing, and continues when there is some", async () => {
    const { browsers, faults, pass, counts } = fixture({ size: 3, fillRatePercent: 100 });
    browsers.capacity = 1;
    await pass(120_000);
    expect(counts()).toEqual([1, 0]);
    browsers.capacity = 3;
    // What could not be started did not count: the next one starts with the next look for room.
    await pass(3000);
    expect(counts()).toEqual([2, 0]);
    await pass(60_000);
    expect(counts()).toEqual([3, 0]);
    expect(faults).toEqual([]);
  });

  test("a start that is not tried, as while nodes rest after a fault, does not count against the rate", async () => {
    const { browsers, faults, pass, counts } = fixture({ size: 2, fillRatePercent: 50 });
    await pass(1000);
    const make = browsers.make.bind(browsers);
    browsers.make = async () => await Promise.reject(new Problem(503, "unavailable", "all rest"));
    await pass(61_000);
    browsers.make = make;
    await pass(3000);
    expect([counts(), faults]).toEqual([[2, 0], []]);
  });

  test("uses released capacity immediately", async () => {
    const { browsers, pass, counts } = fixture({ size: 2, fillRatePercent: 100 });
    browsers.capacity = 1;
    await pass(61_000);
    browsers.capacity = 2;
    browsers.onEnd();
    expect(browsers.starts).toEqual([0, 61_000]);
    await pass(1000);
    expect(counts()).toEqual([2, 0]);
  });

  test("reports a failed start and retries at the rate", async () => {
    const { browsers, faults, pass, counts } = fixture({ size: 2, fillRatePercent: 100 });
    await pass(1000);
    const make = browsers.make.bind(browsers);
    browsers.make = async () => {
      throw new Error("no such program");
    };
    await pass(60_000);
    expect(faults).toHaveLength(2);
    browsers.make = make;
    await pass(60_000);
    expect(counts()).toEqual([2, 0]);
  });

  test("starts nothing at rate 0", async () => {
    const { browsers, pass } = fixture({ size: 2, fillRatePercent: 0 });
    await pass(600_000);
    expect(browsers.starts).toEqual([]);
  });
});

describe("acquire", () => {
  test("returns the browser that was idle longest, with its invocation", async () => {
    const { pool, pass, counts, got } = fixture({ size: 2, fillRatePercent: 100 });
    await pass(60_000);
    const first = await got({ invocationId: "inv" });
    expect([first.id, first.invocationId]).toEqual(["b1", "inv"]);
    expect((await got()).id).toBe("b2");
    expect(counts()).toEqual([0, 2]);
    expect(await pool.acquire({ timeoutMs: 0 })).toBeUndefined();
  });

  test("keeps a browser whose acquisition could not be recorded, and fails that caller alone", async () => {
    const { browsers, pool, pass, counts, got } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(10_000);
    const checkOut = browsers.checkOut.bind(browsers);
    browsers.checkOut = () => {
      throw new Error("the disk is full");
    };
    await expect(pool.acquire()).rejects.toThrow("the disk is full");
    expect(counts()).toEqual([1, 0]);
    browsers.checkOut = checkOut;
    expect((await got()).id).toBe("b1");
    expect(counts()).toEqual([0, 1]);
  });

  test("gives an invocation a browser of its own node, if there is one, in the callers' order", async () => {
    const { browsers, pool, pass, got } = fixture({ size: 3, fillRatePercent: 100 });
    await pass(60_000);
    browsers.near.set("on b3", "b3").set("on b1", "b1").set("elsewhere", "b9");
    expect((await got({ invocationId: "on b3" })).id).toBe("b3");
    const order = [await got({ invocationId: "elsewhere" }), await got({ invocationId: "on b1" })];
    expect(order.map(({ id }) => id)).toEqual(["b1", "b2"]);
    const waiting = [pool.acquire(), pool.acquire({ invocationId: "on b1" })];
    for (const id of ["b1", "b2"]) void pool.release(id, { reuse: true });
    await pass(1_000);
    expect((await Promise.all(waiting)).map((acquired) => acquired?.browser.id)).toEqual(["b1", "b2"]);
  });

  test("gives an invocation the first of the nearest browsers, others the first", async () => {
    const { browsers, pass, got } = fixture({ size: 4, fillRatePercent: 100 });
    await pass(60_000);
    browsers.far.add("b1").add("b2");
    const order = [await got({ invocationId: "elsewhere" }), await got(), await got({ invocationId: "any" })];
    expect(order.map(({ id }) => id)).toEqual(["b3", "b1", "b4"]);
    expect((await got({ invocationId: "any" })).id).toBe("b2");
  });

  test("waits up to the fill time, in order of arrival", async () => {
    const { browsers, pool, pass, got } = fixture({ size: 2, fillRatePercent: 100 });
    browsers.capacity = 1;
    await pass(1000);
    const held = await got();
    const order: string[] = [];
    for (const name of ["a", "b", "c"]) {
      void pool.acquire().then((acquired) => order.push(`${name}:${acquired?.browser.id}`));
    }
    await pool.release(held.id, { reuse: false });
    await pass(58_000);
    expect(order).toEqual(["a:b2"]);
    await pass(2000);
    expect(order).toEqual(["a:b2", "b:undefined", "c:undefined"]);
  });

  test("an aborted caller consumes no browser", async () => {
    const { pool, pass, counts, got } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(1000);
    const held = await got();
    const leaving = new AbortController();
    const left = pool.acquire({ signal: leaving.signal });
    const stays = pool.acquire();
    leaving.abort();
    expect(await left).toBeUndefined();
    void pool.release(held.id, { reuse: true });
    await pass(500);
    expect((await stays)?.browser.id).toBe("b1");
    expect(counts()).toEqual([0, 1]);
    expect(await pool.acquire({ signal: leaving.signal })).toBeUndefined();
  });
});

describe("release", () => {
  test("a browser is not given back by a caller who has it no more", async () => {
    const { pool, pass, counts } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(1000);
    const one = await pool.acquire();
    const next = pool.acquire();
    void pool.release("b1", { reuse: true });
    await pass(500);
    expect((await next)?.browser.id).toBe("b1");
    for (const reuse of [true, false]) await one?.giveBack({ reuse });
    expect(counts()).toEqual([0, 1]);
    void (await next)?.giveBack({ reuse: true });
    await pass(500);
    expect(counts()).toEqual([1, 0]);
    // Neither is one that is idle.
    for (const reuse of [true, false]) await (await next)?.giveBack({ reuse });
    expect(counts()).toEqual([1, 0]);
  });

  test("a browser that has ended is not given back, and one that cannot be ended is reported", async () => {
    const { browsers, faults, pool, pass, counts } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(1000);
    const one = await pool.acquire();
    browsers.live.get("b1")?.crash();
    await one?.giveBack({ reuse: true });
    await pass(60_000);
    expect([counts(), faults]).toEqual([[1, 0], []]);
    const other = await pool.acquire();
    const unended = new Error("its node does not answer");
    browsers.end = async () => await Promise.reject(unended);
    await other?.giveBack({ reuse: false });
    expect(faults).toEqual([unended]);
  });

  test("cleans the browser first; meanwhile it counts as neither available nor acquired", async () => {
    const { pool, pass, counts, got } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(1000);
    const held = await got();
    const released = pool.release(held.id, { reuse: true });
    expect(counts()).toEqual([0, 0]);
    await expect(pool.release(held.id, { reuse: true })).rejects.toMatchObject({ status: 404 });
    await pass(500);
    await released;
    expect(counts()).toEqual([1, 0]);
    expect(held.dirty).toBe(false);
    await expect(pool.release("unknown", { reuse: true })).rejects.toMatchObject({ status: 404 });
  });

  test("without reuse, or after a failed cleaning, it is deleted and replaced", async () => {
    const { browsers, faults, pool, pass, counts, got } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(1000);
    await pool.release((await got()).id, { reuse: false });
    expect(browsers.live.size).toBe(0);
    await pass(61_000);
    expect(counts()).toEqual([1, 0]);
    browsers.canClean = false;
    const held = await got();
    const released = pool.release(held.id, { reuse: true });
    await pass(500);
    await released;
    expect(browsers.live.has(held.id)).toBe(false);
    expect(faults).toHaveLength(1);
  });

  test("why one ends by its cleaning is reported", async () => {
    const { browsers, faults, pool, pass, got } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(1000);
    const fault = new Error("Chromium does not start");
    browsers.clean = async (browser) => {
      browser.crash();
      await Promise.reject(fault);
    };
    await pool.release((await got()).id, { reuse: true });
    expect(faults).toEqual([fault]);
  });

  test("one that is changed while it is cleaned is replaced", async () => {
    const { browsers, faults, pool, pass, counts, got } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(1000);
    const held = await got();
    const released = pool.release(held.id, { reuse: true });
    held.altered = true;
    await pass(1000);
    await released;
    expect(browsers.live.has(held.id)).toBe(false);
    await pass(1000);
    expect([counts(), faults]).toEqual([[1, 0], []]);
  });
});

describe("a browser that ends by itself", () => {
  test.each(["idle", "acquired", "cleaning"])(
    "%s: is out of the counts at once and replaced",
    async (when) => {
      const { faults, pool, pass, counts, got } = fixture({ size: 1, fillRatePercent: 100 });
      await pass(1000);
      const browser = await got();
      let released = Promise.resolve();
      if (when !== "acquired") released = pool.release(browser.id, { reuse: true });
      if (when === "idle") await pass(500);
      browser.crash();
      expect(counts()).toEqual([0, 0]);
      await pass(61_000);
      await released;
      expect(counts()).toEqual([1, 0]);
      expect(faults).toEqual([]);
    },
  );
});

describe("a change", () => {
  test("shrinking deletes idle browsers, acquired ones on release", async () => {
    const { browsers, pool, pass, counts, got } = fixture({ size: 3, fillRatePercent: 100 });
    await pass(60_000);
    const held = [await got(), await got()];
    await pool.resize({ size: 1, fillRatePercent: 100 }, { discardIdle: false });
    expect(counts()).toEqual([0, 2]);
    for (const { id } of held) void pool.release(id, { reuse: true });
    await pass(1000);
    expect(counts()).toEqual([1, 0]);
    expect(browsers.live.size).toBe(1);
  });

  test("discarded browsers are replaced immediately; lost or flushed ones at the rate", async () => {
    const { browsers, pool, pass, counts, got } = fixture({ size: 2, fillRatePercent: 100 });
    await pass(40_000);
    expect(counts()).toEqual([2, 0]);
    void pool.release((await got()).id, { reuse: false });
    await pass(1000);
    expect(counts()).toEqual([2, 0]);
    await pool.resize({ size: 2, fillRatePercent: 100 }, { discardIdle: true });
    await pass(1000);
    expect(counts()).toEqual([2, 0]);
    expect(browsers.starts).toHaveLength(5);
    await pool.flush();
    await pass(1000);
    expect(counts()[0]).toBeLessThan(2);
    await pass(60_000);
    expect(counts()).toEqual([2, 0]);
  });

  test("discarding idle browsers also replaces acquired and starting ones", async () => {
    const { browsers, pool, pass, counts, got } = fixture({ size: 3, fillRatePercent: 100 });
    await pass(30_000);
    const held = await got();
    await pass(10_200);
    expect(browsers.count).toBe(3);
    await pool.resize({ size: 3, fillRatePercent: 100 }, { discardIdle: true });
    await pass(1000);
    expect(counts()).toEqual([1, 1]);
    await pool.release(held.id, { reuse: true });
    expect(browsers.live.has(held.id)).toBe(false);
    await pass(80_000);
    expect(counts()).toEqual([3, 0]);
    expect(browsers.live.has("b1") || browsers.live.has("b2") || browsers.live.has("b3")).toBe(false);
  });

  test("closing rejects waiting callers and leaves no browser", async () => {
    const { browsers, pool, pass, got } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(1000);
    await got();
    const refused = expect(pool.acquire()).rejects.toBeInstanceOf(Problem);
    await pool.close();
    await refused;
    expect(browsers.live.size).toBe(0);
    await pass(120_000);
    expect(browsers.starts).toHaveLength(1);
    await expect(pool.acquire()).rejects.toMatchObject({ status: 404 });
  });

  test("once stopped, it rejects callers with the reason, until it is deleted", async () => {
    const { pool, pass } = fixture({ size: 1, fillRatePercent: 100 });
    await pass(1000);
    pool.stop(shuttingDown());
    await expect(pool.acquire()).rejects.toMatchObject({ status: 503 });
    await pool.close();
    await expect(pool.acquire()).rejects.toMatchObject({ status: 404 });
  });
});

test("a browser that an earlier service had acquired counts towards the size: idle ones beyond it end", async () => {
  const { browsers, pool, pass, counts } = fixture({ size: 2, fillRatePercent: 100 });
  await pass(60_000);
  expect(counts()).toEqual([2, 0]);
  // Its node reports it after the pool has been filled.
  const acquired = browsers.make();
  await pass(1_000);
  pool.adopt(await acquired);
  await settle();
  expect(counts()).toEqual([1, 1]);
  await pass(120_000);
  expect(counts()).toEqual([1, 1]);
});
