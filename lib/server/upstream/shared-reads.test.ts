import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { operations } from "../../contract/operations.ts";
import type { StoredAnswer } from "./answer.ts";
import { UpstreamFailure } from "./failure.ts";
import { outdateReads, sharedRead } from "./shared-reads.ts";

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

let key = "";
let serial = 0;
beforeEach(() => {
  vi.useFakeTimers();
  serial += 1;
  key = `key ${serial}`;
});
afterEach(() => void vi.useRealTimers());

describe("a shared read", () => {
  it("is asked once for all who come at the same time and within a second (T57)", async () => {
    const read = vi.fn(async () => answer("a"));
    await Promise.all([sharedRead(key, read), sharedRead(key, read)]);
    await vi.advanceTimersByTimeAsync(900);
    await sharedRead(key, read);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    await sharedRead(key, read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("that fails gives the last good answer with the reason, but not after ten minutes", async () => {
    await sharedRead(key, async () => answer("good"));
    await vi.advanceTimersByTimeAsync(2000);
    const kept = await sharedRead(key, () => Promise.reject(ill()));
    expect(kept).toMatchObject({ stale: "upstream_error" });
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await expect(sharedRead(key, () => Promise.reject(ill()))).rejects.toMatchObject({
      code: "upstream_error",
    });
  });

  it("that says a thing is gone is believed", async () => {
    await sharedRead(key, async () => answer("good"));
    await vi.advanceTimersByTimeAsync(2000);
    await expect(sharedRead(key, () => Promise.reject(gone()))).rejects.toMatchObject({ status: 404 });
    await expect(sharedRead(key, () => Promise.reject(ill()))).rejects.toMatchObject({ status: 502 });
  });

  it("that is slow is waited for only when there is nothing to show", async () => {
    await sharedRead(key, async () => answer("good"));
    await vi.advanceTimersByTimeAsync(2000);
    const slow = new Promise<StoredAnswer>((resolve) => setTimeout(() => resolve(answer("new")), 5000));
    const first = sharedRead(key, () => slow);
    await vi.advanceTimersByTimeAsync(2500);
    expect(await first).toMatchObject({ stale: "upstream_slow" });
    await vi.advanceTimersByTimeAsync(2600);
    expect((await sharedRead(key, () => Promise.reject(ill()))).stale).toBeUndefined();
  });

  it("from before a write is neither fresh nor joined after it", async () => {
    const before = sharedRead(
      key,
      () => new Promise((resolve) => setTimeout(() => resolve(answer("old")), 100)),
    );
    outdateReads();
    const read = vi.fn(async () => answer("new"));
    await sharedRead(key, read);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
    await before;
    const again = await sharedRead(key, async () => answer("newest"));
    expect(new TextDecoder().decode(again.bytes)).not.toBe("old");
  });
});
