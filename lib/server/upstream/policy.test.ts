import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Operation } from "../../contract/operation.ts";
import { allOperations, operations } from "../../contract/operations.ts";
import { UpstreamFailure } from "./failure.ts";
import { guarded } from "./policy.ts";

const ill = () => new UpstreamFailure(502, "upstream_error", "x", { unhealthy: true, retryable: false });
const operation = operations.listProfiles;
const failing = vi.fn(() => Promise.reject(ill()));

/** Fails until nothing is sent any more. */
async function breakIt(): Promise<void> {
  for (let at = 0; at < 6; at += 1) await guarded(operation, failing).catch(() => undefined);
  const sent = failing.mock.calls.length;
  await guarded(operation, failing).catch(() => undefined);
  expect(failing).toHaveBeenCalledTimes(sent);
}

beforeEach(async () => {
  vi.useFakeTimers();
  // What another test has broken is tried again by now.
  await vi.advanceTimersByTimeAsync(60_000);
});
afterEach(() => void vi.useRealTimers());

const passing = () => new UpstreamFailure(502, "upstream_error", "x", { unhealthy: false, retryable: true });

describe("a failure that may pass", () => {
  const triesOf = async (tried: Operation) => {
    const send = vi.fn(() => Promise.reject(passing()));
    const ended = expect(guarded(tried, send)).rejects.toMatchObject({ code: "upstream_error" });
    await vi.advanceTimersByTimeAsync(60_000);
    await ended;
    return send.mock.calls.length;
  };

  it("has a read asked three times", async () => {
    expect(await triesOf(operations.listProfiles)).toBe(3);
  });

  it("has no act sent a second time: what it did cannot be known", async () => {
    const acts = allOperations.filter(({ method }) => method !== "GET");
    for (const act of acts) expect(await triesOf(act), act.id).toBe(1);
  });

  it("is asked about no more once it turns out to last", async () => {
    const lasting = () => new UpstreamFailure(404, "not_found", "x", { unhealthy: false, retryable: false });
    const send = vi.fn(() => Promise.reject(lasting()));
    await expect(guarded(operation, send)).rejects.toMatchObject({ status: 404 });
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("an operation that fails again and again", () => {
  it("is left alone for five seconds", async () => {
    await breakIt();
    await vi.advanceTimersByTimeAsync(5001);
    expect(await guarded(operation, async () => "well")).toBe("well");
  });

  it("is left alone for no longer because the clock was set back", async () => {
    await breakIt();
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.advanceTimersByTimeAsync(5001);
    expect(await guarded(operation, async () => "well")).toBe("well");
  });
});
