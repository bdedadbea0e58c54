import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { minuteMs } from "../../bff/time-units.ts";
import { passBytes } from "./pass-bytes.ts";

vi.mock("../kernel/log.ts", () => ({ logFault: vi.fn() }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const endless = () =>
  new Readable({
    read() {
      this.push("part");
    },
  });

it("goes on for a client that reads slowly, and ends its source when that reads nothing for two minutes", async () => {
  const body = endless();
  const reader = passBytes(body, "r1").getReader();
  for (let at = 0; at < 5; at += 1) {
    expect((await reader.read()).done).toBe(false);
    await vi.advanceTimersByTimeAsync(minuteMs);
  }
  expect(body.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(body.destroyed).toBe(true);
  await expect(reader.read()).rejects.toThrow("the client does not read");
});

it("does not count the time in which its source has nothing", async () => {
  const body = new Readable({ read: () => undefined });
  const reader = passBytes(body, "r1").getReader();
  body.push("first");
  await reader.read();
  const next = reader.read();
  await vi.advanceTimersByTimeAsync(10 * minuteMs);
  body.push("second");
  expect((await next).done).toBe(false);
  await reader.cancel();
  expect(body.destroyed).toBe(true);
});
