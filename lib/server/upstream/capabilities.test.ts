import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { operations } from "../../contract/operations/operations.ts";
import { capabilityOf, recordAbsent, recordPresent } from "./capabilities.ts";

const minuteMs = 60_000;
const operation = operations.listProxies;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a missing operation", () => {
  it("is absent for five minutes, then unknown", () => {
    recordAbsent(operation);
    vi.advanceTimersByTime(4 * minuteMs);
    expect(capabilityOf(operation)).toBe("absent");
    vi.advanceTimersByTime(2 * minuteMs);
    expect(capabilityOf(operation)).toBe("unknown");
  });

  it("is absent for no longer after the clock was set back", () => {
    recordAbsent(operation);
    vi.setSystemTime(Date.now() - 60 * minuteMs);
    vi.advanceTimersByTime(6 * minuteMs);
    expect(capabilityOf(operation)).toBe("unknown");
  });

  it("is present once it has answered", () => {
    recordAbsent(operation);
    recordPresent(operation);
    vi.advanceTimersByTime(600 * minuteMs);
    expect(capabilityOf(operation)).toBe("present");
  });
});
