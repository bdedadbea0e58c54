import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { operations } from "../../contract/operations.ts";
import { capabilityOf, noteAbsent, notePresent } from "./capabilities.ts";

const minuteMs = 60_000;
const operation = operations.listProxies;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("an operation that is not there", () => {
  it("is believed for five minutes, then it is not known", () => {
    noteAbsent(operation);
    vi.advanceTimersByTime(4 * minuteMs);
    expect(capabilityOf(operation)).toBe("absent");
    vi.advanceTimersByTime(2 * minuteMs);
    expect(capabilityOf(operation)).toBe("unknown");
  });

  it("is believed for no longer because the clock was set back", () => {
    noteAbsent(operation);
    vi.setSystemTime(Date.now() - 60 * minuteMs);
    vi.advanceTimersByTime(6 * minuteMs);
    expect(capabilityOf(operation)).toBe("unknown");
  });

  it("is there once it has answered", () => {
    noteAbsent(operation);
    notePresent(operation);
    vi.advanceTimersByTime(600 * minuteMs);
    expect(capabilityOf(operation)).toBe("present");
  });
});
