import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Operation } from "../../contract/operation.ts";
import { allOperations, operations } from "../../contract/operations/operations.ts";
import { guarded } from "./policy.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

const ill = () => new UpstreamFailure(502, "upstream_error", "x", { unhealthy: true, retryable: false });
const operation = operations.listProfiles;
const failing = vi.fn(() => Promise.reject(ill()));

/** Fails calls until the breaker is open. */
async function breakIt(): Promise<void> {
  for (let at = 0; at < 6; at += 1) await guarded(operation, failing).catch(() => undefined);
  const sent = failing.mock.calls.length;
  await guarded(operation, failing).catch(() => undefined);
  expect(failing).toHaveBeenCalledTimes(sent);
}

beforeEach(async () => {
  vi.useFakeTimers();
  // A breaker that another test opened is half-open again by now.
  await vi.advanceTimersByTimeAsync(60_000);
});
afterEach(() => void vi.useRealTimers());

const passing = () => new UpstreamFailure(502, "upstream_error", "x", { unhealthy: false, retryable: true });

describe("a failed call", () => {
  const triesOf = async (tried: Operation) => {
    const send = vi.fn(() => Promise.reject(passing()));
    const ended = expect(guarded(tried, send)).rejects.toMatchObject({ code: "upstream_error" });
    await vi.advanceTimersByTimeAsync(60_000);
    await ended;
    return send.mock.calls.length;
  };

  it("is tried three times in all for a GET", async () => {
    expect(await triesOf(operations.listProfiles)).toBe(3);
  });

  it("is never repeated for a write, because its effect is unknown", async () => {
    const acts = allOperations.filter(({ method }) => method !== "GET");
    for (const act of acts) expect(await triesOf(act), act.id).toBe(1);
  });

  it("is not repeated when the failure is not retryable", async () => {
    const lasting = () => new UpstreamFailure(404, "not_found", "x", { unhealthy: false, retryable: false });
    const send = vi.fn(() => Promise.reject(lasting()));
    await expect(guarded(operation, send)).rejects.toMatchObject({ status: 404 });
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("an operation that fails repeatedly", () => {
  it("is called again after five seconds", async () => {
    await breakIt();
    await vi.advanceTimersByTimeAsync(5001);
    expect(await guarded(operation, async () => "well")).toBe("well");
  });

  it("is called once every five seconds until a call succeeds", async () => {
    await breakIt();
    await vi.advanceTimersByTimeAsync(5001);
    const slow = Promise.withResolvers<string>();
    const tried = guarded(operation, () => slow.promise);
    const denied = vi.fn(async () => "well");
    await expect(guarded(operation, denied)).rejects.toMatchObject({ status: 503, code: "upstream_error" });
    slow.reject(ill());
    await expect(tried).rejects.toMatchObject({ code: "upstream_error" });
    await vi.advanceTimersByTimeAsync(4000);
    await expect(guarded(operation, denied)).rejects.toMatchObject({ status: 503, code: "upstream_error" });
    expect(denied).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1001);
    for (let at = 0; at < 2; at += 1) expect(await guarded(operation, denied)).toBe("well");
  });

  it("is reported with the last real failure while it is not called (T56)", async () => {
    await breakIt();
    await expect(guarded(operation, failing)).rejects.toMatchObject({
      status: 503,
      code: "upstream_error",
      message: "x Retrying every few seconds.",
    });
    await vi.advanceTimersByTimeAsync(5001);
    await guarded(operation, async () => "well");
  });

  it("is called while it fails with other calls in between that succeed", async () => {
    for (let at = 0; at < 12; at += 1)
      if (at % 4 === 0) await guarded(operation, async () => "well");
      else await expect(guarded(operation, failing)).rejects.toMatchObject({ code: "upstream_error" });
  });

  it("is called again after five seconds although the clock was set back", async () => {
    await breakIt();
    vi.setSystemTime(Date.now() - 3_600_000);
    await vi.advanceTimersByTimeAsync(5001);
    expect(await guarded(operation, async () => "well")).toBe("well");
  });
});
