import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { minuteMs } from "../../bff/time-units.ts";
import { Problem } from "../kernel/problem.ts";
import { type Act, audited } from "./audited.ts";
import { auditOpening } from "./stream-openings.ts";

vi.mock("./audited.ts", () => ({ audited: vi.fn((_act: unknown, work: () => unknown) => work()) }));

let target = "";

beforeEach(() => {
  vi.useFakeTimers();
  // The cache takes the time 0 for none.
  vi.advanceTimersByTime(1);
  vi.mocked(audited).mockClear();
  target += "a";
});
afterEach(() => void vi.useRealTimers());

const actOf = (sid: string): Act => ({
  request: new Request("http://localhost/api/live"),
  requestId: "r",
  operator: { sid, userId: "u", username: "ann", role: "operator", endsAtMs: 0, mustChangePassword: false },
  action: "readFile",
  target,
});
const notThere = new Problem(502, "log_unavailable", "There is no such file.");
const open = (sid = "one") => auditOpening(actOf(sid));
/** Opens, reads and leaves. */
const readOnce = async (sid?: string) => {
  const opening = await open(sid);
  opening.read();
  opening.leave(notThere);
};
/** What the act of a call ended with. */
const outcomeOf = (call: number) => vi.mocked(audited).mock.results[call]?.value;

it("audits a file once that one operator's streams have open, at once or one after another (T41)", async () => {
  const [first, second] = await Promise.all([open(), open()]);
  vi.advanceTimersByTime(50 * minuteMs);
  first?.read();
  first?.leave(notThere);
  second?.leave(notThere);
  second?.leave(notThere);
  vi.advanceTimersByTime(9 * minuteMs);
  await readOnce();
  expect(audited).toHaveBeenCalledTimes(1);
});

it("audits each of several files of one stream as an act of its own", async () => {
  await Promise.all([auditOpening(actOf("one")), auditOpening({ ...actOf("one"), target: `${target} b` })]);
  const requestIds = vi.mocked(audited).mock.calls.map(([{ requestId }]) => requestId);
  expect(new Set(requestIds).size).toBe(2);
});

it("audits it again after ten minutes, and for another sign-in", async () => {
  await readOnce();
  vi.advanceTimersByTime(11 * minuteMs);
  await readOnce();
  expect(audited).toHaveBeenCalledTimes(2);
  await readOnce("two");
  expect(audited).toHaveBeenCalledTimes(3);
});

it("refuses what cannot be audited, and tries again with the next opening (T41)", async () => {
  vi.mocked(audited).mockRejectedValueOnce(new Error("locked"));
  await expect(open()).rejects.toThrow("locked");
  await readOnce();
  expect(audited).toHaveBeenCalledTimes(2);
});

it("ends as done with the first stream that reads it, while others have it open", async () => {
  const [first, second] = await Promise.all([open(), open()]);
  first?.leave(notThere);
  second?.read();
  await expect(outcomeOf(0)).resolves.toEqual({ status: 200 });
});

it("ends as failed with the last stream when there was nothing to read, and the next opening is another act", async () => {
  const [first, second] = await Promise.all([open(), open()]);
  first?.leave(notThere);
  second?.leave(notThere);
  await expect(outcomeOf(0)).rejects.toBe(notThere);
  await readOnce();
  expect(audited).toHaveBeenCalledTimes(2);
});
