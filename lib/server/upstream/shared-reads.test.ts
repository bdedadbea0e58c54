import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hourMs } from "../../bff/time-units.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { perProcess } from "../kernel/per-process.ts";
import { readAnswer, type StoredAnswer } from "./answer.ts";
import { invalidateReads, sharedRead } from "./shared-reads.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

const answer = (text: string): StoredAnswer => ({
  operation: operations.listPools,
  status: 200,
  value: [],
  bytes: new TextEncoder().encode(text),
  badItems: 0,
  paging: {},
  observedAtMs: Date.now(),
});
const ill = () => new UpstreamFailure(502, "upstream_error", "x", { unhealthy: true, retryable: true });
const gone = () => new UpstreamFailure(404, "not_found", "x", { unhealthy: false, retryable: false });

const answerOf = (operation: Operation, items: unknown, status = 200) =>
  readAnswer(operation, {
    status,
    headers: { "content-type": "application/json" },
    bytes: Buffer.from(JSON.stringify(items)),
    receivedAtMs: Date.now(),
  });

const none = (): { entries: Map<string, unknown>; bytes: number } => ({ entries: new Map(), bytes: 0 });

let key = "";
let serial = 0;
beforeEach(() => {
  vi.useFakeTimers();
  serial += 1;
  key = `key ${serial}`;
});
afterEach(() => void vi.useRealTimers());

describe("a shared read", () => {
  it("calls the upstream once for concurrent requests and those within a second (T57)", async () => {
    const read = vi.fn(async () => answer("a"));
    await Promise.all([sharedRead(key, read), sharedRead(key, read)]);
    await vi.advanceTimersByTimeAsync(900);
    await sharedRead(key, read);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    await sharedRead(key, read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("costs no more with many viewers who poll every five seconds than with one, and each gets newer answers (T57)", async () => {
    const read = vi.fn(async () => answer("a"));
    const had = new Map<string, number>();
    for (let second = 0; second < 60; second += 1) {
      const viewer = `viewer ${second % 5}`;
      const { observedAtMs } = await sharedRead(key, read, viewer);
      expect(observedAtMs).toBeGreaterThan(had.get(viewer) ?? 0);
      expect(Date.now() - observedAtMs).toBeLessThan(5000);
      had.set(viewer, observedAtMs);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(read.mock.calls.length).toBeLessThanOrEqual(60 / 4);
  });

  it("is repeated for a viewer who has received the answer, and after a write for everyone", async () => {
    const read = vi.fn(async () => answer("a"));
    await sharedRead(key, read, "one");
    await vi.advanceTimersByTimeAsync(1500);
    await sharedRead(key, read, "other");
    expect(read).toHaveBeenCalledTimes(1);
    await sharedRead(key, read, "one");
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1500);
    invalidateReads();
    await sharedRead(key, read, "other");
    expect(read).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1500);
    await sharedRead(key, read);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it("returns the last good answer with the reason after a failure, but not after ten minutes", async () => {
    await sharedRead(key, async () => answer("good"));
    await vi.advanceTimersByTimeAsync(2000);
    const older = await sharedRead(key, () => Promise.reject(ill()));
    expect(older).toMatchObject({ stale: "upstream_error" });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await expect(sharedRead(key, () => Promise.reject(ill()))).rejects.toMatchObject({
      code: "upstream_error",
    });
  });

  it("does not return the last good answer after a 404", async () => {
    await sharedRead(key, async () => answer("good"));
    await vi.advanceTimersByTimeAsync(2000);
    await expect(sharedRead(key, () => Promise.reject(gone()))).rejects.toMatchObject({ status: 404 });
    await expect(sharedRead(key, () => Promise.reject(ill()))).rejects.toMatchObject({ status: 502 });
  });

  it("does not return the last good answer for one that has grown too large", async () => {
    const large = new UpstreamFailure(502, "upstream_too_large", "x", { unhealthy: false, retryable: false });
    await sharedRead(key, async () => answer("good"));
    await vi.advanceTimersByTimeAsync(2000);
    await expect(sharedRead(key, () => Promise.reject(large))).rejects.toMatchObject({
      code: "upstream_too_large",
    });
  });

  it("waits for a slow upstream only without a good answer", async () => {
    await sharedRead(key, async () => answer("good"));
    await vi.advanceTimersByTimeAsync(2000);
    const slow = new Promise<StoredAnswer>((resolve) => setTimeout(() => resolve(answer("new")), 5000));
    const first = sharedRead(key, () => slow);
    await vi.advanceTimersByTimeAsync(2500);
    expect(await first).toMatchObject({ stale: "upstream_slow" });
    await vi.advanceTimersByTimeAsync(2600);
    expect((await sharedRead(key, () => Promise.reject(ill()))).stale).toBeUndefined();
  });

  it("keeps an answer fresh or usable for no longer after the clock was set back", async () => {
    const read = vi.fn(async () => answer("a"));
    await sharedRead(key, read, "one");
    vi.setSystemTime(Date.now() - hourMs);
    await vi.advanceTimersByTimeAsync(1100);
    await sharedRead(key, read, "one");
    expect(read).toHaveBeenCalledTimes(2);
    vi.setSystemTime(Date.now() - hourMs);
    await vi.advanceTimersByTimeAsync(5000);
    await sharedRead(key, read, "other");
    expect(read).toHaveBeenCalledTimes(3);
    vi.setSystemTime(Date.now() - hourMs);
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    await expect(sharedRead(key, () => Promise.reject(ill()))).rejects.toMatchObject({ status: 502 });
  });

  it("has the value of its first answer later too, of which only bytes are kept", async () => {
    const long = JSON.stringify({ text: "x".repeat(1_100_000), password: "hidden" });
    const invocation = { id: "i", payload: "{}" };
    for (const first of [
      answerOf(operations.listInvocations, [invocation, { id: 5 }]),
      answerOf(operations.listInvocations, [{ ...invocation, output: long }]),
      answerOf(operations.retrieveInvocation, invocation),
      answerOf(operations.retrieveInvocation, { id: 5 }),
    ]) {
      invalidateReads();
      const { value } = await sharedRead(key, async () => first);
      const entry = perProcess("shared-reads", none)().entries.get(key);
      expect(entry).not.toHaveProperty("good.value");
      const later = await sharedRead(key, () => Promise.reject(ill()));
      expect(later.bytes).toBe(first.bytes);
      expect(later.value).toEqual(value);
      expect(later.value, "parsed once").toBe(later.value);
      await vi.advanceTimersByTimeAsync(2000);
      const stale = await sharedRead(key, () => Promise.reject(ill()));
      expect(stale.stale).toBe("upstream_error");
      expect(stale.value).toEqual(value);
    }
  });

  it("counts the bytes of texts that a long list is without towards its bound", async () => {
    const { bytes: before } = perProcess("shared-reads", none)();
    const output = "x".repeat(1_100_000);
    await sharedRead(key, async () => answerOf(operations.listInvocations, [{ id: "i", output }]));
    expect(perProcess("shared-reads", none)().bytes - before).toBeGreaterThan(1_100_000);
    await vi.advanceTimersByTimeAsync(2000);
    await expect(sharedRead(key, () => Promise.reject(gone()))).rejects.toMatchObject({ status: 404 });
    expect(perProcess("shared-reads", none)().bytes).toBe(before);
  });

  it("from before a write is neither reused nor joined after it", async () => {
    const before = sharedRead(
      key,
      () => new Promise((resolve) => setTimeout(() => resolve(answer("old")), 100)),
    );
    invalidateReads();
    const read = vi.fn(async () => answer("new"));
    await sharedRead(key, read);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
    await before;
    const again = await sharedRead(key, async () => answer("newest"));
    expect(new TextDecoder().decode(again.bytes)).not.toBe("old");
  });

  it("without a good answer leaves no entry behind, however many reads fail", async () => {
    const entryCount = () => perProcess("shared-reads", none)().entries.size;
    const before = entryCount();
    for (let at = 0; at < 50; at += 1) {
      await expect(sharedRead(`${key} ${at}`, () => Promise.reject(ill()))).rejects.toThrow();
      await expect(sharedRead(`${key} ${at}`, () => Promise.reject(gone()))).rejects.toThrow();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(entryCount()).toBe(before);

    await sharedRead(key, async () => answer("good"));
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    await expect(sharedRead(key, () => Promise.reject(ill()))).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(0);
    expect(entryCount(), "an answer above the maximum age").toBe(before);
    expect(perProcess("shared-reads", none)().bytes).toBeGreaterThanOrEqual(0);
  });

  it("is not sent during a pause requested by the upstream, even without a good answer", async () => {
    const busy = new UpstreamFailure(429, "upstream_busy", "x", {
      unhealthy: false,
      retryable: false,
      retryAfterSeconds: 5,
    });
    const read = vi.fn(() => Promise.reject(busy));
    await expect(sharedRead(key, read)).rejects.toMatchObject({ status: 429 });
    await vi.advanceTimersByTimeAsync(4000);
    await expect(sharedRead(key, read)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1001);
    expect(await sharedRead(key, async () => answer("good"))).toMatchObject({ status: 200 });
  });

  it("pauses for no longer after the clock was set back", async () => {
    const busy = new UpstreamFailure(429, "upstream_busy", "x", {
      unhealthy: false,
      retryable: false,
      retryAfterSeconds: 5,
    });
    await expect(sharedRead(key, () => Promise.reject(busy))).rejects.toMatchObject({ status: 429 });
    vi.setSystemTime(Date.now() - hourMs);
    await vi.advanceTimersByTimeAsync(5001);
    expect(await sharedRead(key, async () => answer("good"))).toMatchObject({ status: 200 });
  });
});
