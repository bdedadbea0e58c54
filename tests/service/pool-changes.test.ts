// How many browsers pools have, who gets one and when, and how pools are changed: nothing about the browsers themselves.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { pool } from "../../lib/contract/pools.ts";
import { killNow } from "../../service/kernel/process-tree.ts";
import { seedPools } from "../../service/samples/seed.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { startFullService } from "../support/service/full-service.ts";
import { acquired, poolsForTests, poolsOf, standardPool } from "../support/service/pools-for-tests.ts";

const { service, create, counts, filled, acquire, release } = await poolsForTests({
  chromiumPath: lightChromium,
});

test("the sample pools of a new data folder fill with real browsers up to the capacity", async () => {
  seedPools(service.pools);
  const answer = await service.ask("GET", "/browser_pools");
  expect(answer.headers.get("x-has-more")).toBe("false");
  const pools = z.array(pool).parse(answer.json());
  expect(pools.map((one) => [one.name, one.browser_pool_config.size])).toEqual([
    ["checkout", 2],
    ["storefront", 1],
  ]);
  expect(pools[0]?.browser_pool_config).toMatchObject({
    name: "checkout",
    headless: false,
    stealth: false,
    kiosk_mode: false,
    timeout_seconds: 600,
    fill_rate_per_minute: 25,
  });
  // Five would be wanted, three fit.
  const total = async () => (await counts("checkout"))[0] + (await counts("storefront"))[0];
  await expect.poll(total).toBe(3);
  expect(service.sessions.liveCount).toBe(3);
  expect(service.sessions.list({ status: "all", limit: 10, offset: 0 }, { scope: "all" }).items).toEqual([]);
  await service.pools.delete("storefront", { force: false });
  await filled("checkout", [2, 0]);
});

test("a browser released without reuse is deleted and replaced", async () => {
  await create({ name: "fresh" });
  const { session_id } = await acquire("fresh");
  expect(await release("fresh", { session_id, reuse: false })).toBe(204);
  expect(service.sessions.find(session_id)).toBeUndefined();
  expect((await acquire("fresh")).session_id).not.toBe(session_id);
});

test("a browser that was killed, deleted or timed out leaves the counts and is replaced", async () => {
  await create({ name: "mortal", timeout_seconds: 600 });
  /** Kills it at once, or after `act`; resolves with the counts at its end, before another one is there. */
  const countsAfterKill = async (id: string, act = async () => {}) => {
    const session = service.sessions.living(id);
    const after = new Promise((resolve) => {
      session.closing.addEventListener("abort", () => {
        const { available_count, acquired_count } = service.pools.retrieve("mortal");
        resolve([available_count, acquired_count]);
      });
    });
    await act();
    killNow(session.chromium.process.pid);
    return await after;
  };

  const { session_id: idle } = await acquire("mortal");
  const afterIdle = await countsAfterKill(idle, async () => {
    await release("mortal", { session_id: idle });
    expect(await counts("mortal")).toEqual([1, 0]);
  });
  expect(afterIdle).toEqual([0, 0]);
  await filled("mortal", [1, 0]);

  const held = await acquire("mortal");
  expect(held.session_id).not.toBe(idle);
  expect(await countsAfterKill(held.session_id)).toEqual([0, 0]);
  expect(await release("mortal", { session_id: held.session_id })).toBe(404);

  const deleted = await acquire("mortal");
  expect((await service.ask("DELETE", `/browsers/${deleted.session_id}`)).status).toBe(204);
  expect((await counts("mortal"))[1]).toBe(0);

  const timed = await acquire("mortal");
  expect(timed.timeout_seconds).toBe(600);
  service.skip(300_000);
  expect(await counts("mortal")).toEqual([0, 1]);
  service.skip(300_000);
  await filled("mortal", [1, 0]);
});

describe("acquire", () => {
  test("waits in order, answers 204 at the timeout, and drops aborted callers", async () => {
    await create({ name: "busy" });
    const { session_id } = await acquire("busy");
    const none = await service.ask("POST", "/browser_pools/busy/acquire", { acquire_timeout_seconds: 0 });
    expect(none.status).toBe(204);
    const asking = vi.spyOn(service.pools, "acquire");
    onTestFinished(() => asking.mockRestore());
    const leaving = new AbortController();
    const left = service.ask(
      "POST",
      "/browser_pools/busy/acquire",
      { acquire_timeout_seconds: 3_600 },
      { signal: leaving.signal },
    );
    const refused = expect(left).rejects.toThrow("abort");
    const order: number[] = [];
    const next: Promise<string>[] = [];
    // One after another: calls that are sent at once may come in any order.
    for (const number of [1, 2]) {
      await expect.poll(() => asking.mock.calls.length).toBe(number);
      next.push(
        acquire("busy").then(async (got) => {
          order.push(number);
          await release("busy", { session_id: got.session_id });
          return got.session_id;
        }),
      );
    }
    await expect.poll(() => asking.mock.calls.length).toBe(3);
    const [leaver] = asking.mock.results;
    leaving.abort();
    await refused;
    // The pool has forgotten it before a browser is free.
    expect(await leaver?.value).toBeUndefined();
    await release("busy", { session_id });
    expect(await Promise.all(next)).toEqual([session_id, session_id]);
    expect(order).toEqual([1, 2]);
    expect(await counts("busy")).toEqual([1, 0]);
  });

  test("by an invocation assigns the browser to it until release", async () => {
    const { id } = await create({ name: "invoked" });
    await filled("invoked", [1, 0]);
    const token = service.access.issueForInvocation("inv1");
    const answer = await service.ask("POST", "/browser_pools/invoked/acquire", undefined, { token });
    const { session_id } = acquired.parse(answer.json());
    expect(answer.json()).toMatchObject({ pool: { id } });
    expect(service.sessions.ofInvocation("inv1").map((session) => session.id)).toEqual([session_id]);
    await release("invoked", { session_id });
    expect(service.sessions.ofInvocation("inv1")).toEqual([]);
    await acquire("invoked");
    expect(service.sessions.ofInvocation("inv1")).toEqual([]);
    service.access.revokeInvocation("inv1");
  });
});

describe("changes", () => {
  test("names are unique, references must exist, and faults are reported", async () => {
    await create({ name: "first" });
    const second = await create({ fill_rate_per_minute: 0 });
    expect(second.name).toBeUndefined();
    const status = async (method: "POST" | "PATCH", path: string, body: object) =>
      (await service.ask(method, path, body)).status;
    expect(await status("POST", "/browser_pools", { ...standardPool, name: "first" })).toBe(409);
    expect(await status("PATCH", `/browser_pools/${second.id}`, { name: "first" })).toBe(409);
    expect(await status("POST", "/browser_pools", { ...standardPool, proxy_id: "nowhere" })).toBe(404);
    expect(await status("POST", "/browser_pools", { ...standardPool, profile: { name: "nobody" } })).toBe(
      404,
    );
    expect(await status("POST", "/browser_pools", { ...standardPool, profile: {} })).toBe(400);
    expect(await status("POST", "/browser_pools", { headless: true })).toBe(400);
    expect(await status("POST", "/browser_pools", { ...standardPool, name: "a b" })).toBe(400);
    expect(await status("POST", "/browser_pools", { ...standardPool, extensions: [{ name: "x" }] })).toBe(
      404,
    );
    expect(await release("first", { session_id: "unknown" })).toBe(404);
    expect((await service.ask("POST", "/browser_pools/none/flush")).status).toBe(404);
    const got = await acquire("first");
    expect(await release(second.id, { session_id: got.session_id })).toBe(400);
  });

  test("sizes and rates are validated with each fault; all pools together fit the capacity", async () => {
    const status = async (body: object) => {
      const answer = await service.ask("POST", "/browser_pools", { ...standardPool, ...body });
      return [answer.status, answer.headers.get("x-should-retry"), answer.text] as const;
    };
    for (const body of [
      { size: 0 },
      { size: 4 },
      { size: 101 },
      { fill_rate_per_minute: 26 },
      { fill_rate_per_minute: -1 },
      { timeout_seconds: 9 },
      { timeout_seconds: 259_201 },
      { viewport: { width: 100, height: 100 } },
      { extensions: Array.from({ length: 21 }, () => ({ name: "x" })) },
    ]) {
      const [code, , text] = await status(body);
      expect([body, code]).toEqual([body, 400]);
      expect(text).toContain(`body.${Object.keys(body)[0]}`);
    }
    const { id } = await create({ name: "two", size: 2, fill_rate_per_minute: 0 });
    const [code, retry] = await status({ size: 2 });
    expect([code, retry]).toEqual([429, "false"]);
    await create({ name: "one", fill_rate_per_minute: 0 });
    expect((await service.ask("PATCH", `/browser_pools/${id}`, { size: 3 })).status).toBe(429);
    expect((await service.ask("PATCH", `/browser_pools/${id}`, { size: 4 })).status).toBe(400);
    expect((await service.ask("PATCH", `/browser_pools/${id}`, { size: 1 })).status).toBe(200);
    // A rate of 0 fills nothing.
    expect(await counts("one")).toEqual([0, 0]);
  });

  test("size, name and settings change; surplus and discarded idle browsers end", async () => {
    const { id } = await create({ name: "big", size: 3 });
    await filled("big", [3, 0]);
    const held = await acquire("big");
    const shrunk = await service.ask("PATCH", `/browser_pools/${id}`, { size: 1, name: "small" });
    expect(pool.parse(shrunk.json())).toMatchObject({
      name: "small",
      available_count: 0,
      acquired_count: 1,
      browser_pool_config: { size: 1, name: "small", headless: true },
    });
    expect(service.sessions.liveCount).toBe(1);
    await service.ask("PATCH", "/browser_pools/small", { viewport: { width: 640, height: 480 } });
    await release("small", { session_id: held.session_id });
    expect((await acquire("small")).viewport).not.toMatchObject({ width: 640 });
    await release("small", { session_id: held.session_id });
    await service.ask("PATCH", "/browser_pools/small", { discard_all_idle: true });
    expect((await acquire("small")).viewport).toMatchObject({ width: 640, height: 480 });
  });

  test("a flush ends idle browsers only; a pool in use is deleted by force only", async () => {
    await create({ name: "flushed", size: 2 });
    await filled("flushed", [2, 0]);
    const held = await acquire("flushed");
    expect((await service.ask("POST", "/browser_pools/flushed/flush")).status).toBe(204);
    expect(service.sessions.find(held.session_id)).toBeDefined();
    await filled("flushed", [1, 1]);
    const refused = await service.ask("DELETE", "/browser_pools/flushed");
    expect([refused.status, refused.json()]).toMatchObject([409, { code: "conflict" }]);
    expect((await service.ask("DELETE", "/browser_pools/flushed", { force: true })).status).toBe(204);
    expect(service.sessions.liveCount).toBe(0);
    expect((await service.ask("GET", "/browser_pools/flushed")).status).toBe(404);
  });
});

test("a restart refills the pools from their records", async () => {
  const options = { chromiumPath: lightChromium, maxBrowsers: 3 };
  const first = await startFullService(options);
  const before = poolsOf(first);
  const made = await before.create({ name: "kept", stealth: true });
  await before.acquire("kept");
  await first.close("keep");
  const second = await startFullService({ ...options, dataDir: first.dataDir });
  onTestFinished(() => second.close());
  const [listed] = z.array(pool).parse((await second.ask("GET", "/browser_pools?name=kept")).json());
  expect(listed).toEqual({ ...made, available_count: expect.any(Number), acquired_count: 0 });
  await poolsOf(second).filled("kept", [1, 0]);
  expect([...first.faults, ...second.faults]).toEqual([]);
});
