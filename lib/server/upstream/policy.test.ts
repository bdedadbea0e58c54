import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { operations } from "../../contract/operations.ts";
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
