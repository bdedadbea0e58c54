import { expect, it } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { RecordRetention } from "./record-retention.ts";
import { dayMs, hourMs } from "./time-units.ts";

function started(records: Map<string, number>) {
  const clock = new ManualClock();
  const reports: unknown[] = [];
  const retention = new RecordRetention({
    keepDays: 30,
    deleteEndedBefore: [
      (at, limit) => {
        const old = [...records].filter(([, endMs]) => endMs < Date.parse(at)).slice(0, limit);
        for (const [id] of old) records.delete(id);
        return old.length;
      },
    ],
    clock,
    everyMs: hourMs,
    report: (error) => reports.push(error),
  });
  retention.start();
  return { clock, retention, reports };
}

it("deletes records that ended too long ago, some at a time, once the clock was steady for six hours", () => {
  const nowMs = new ManualClock().nowMs();
  const old = Array.from({ length: 1200 }, (_, at): [string, number] => [`old ${at}`, nowMs - 31 * dayMs]);
  const records = new Map([...old, ["young", nowMs - 29 * dayMs]]);
  const { clock, retention } = started(records);
  clock.advance(5 * hourMs);
  expect(records.size).toBe(1201);
  clock.advance(hourMs);
  expect(records.size).toBe(1151);
  clock.advance(hourMs);
  expect([...records.keys()]).toEqual(["young"]);
  clock.advance(dayMs);
  expect(records.size).toBe(0);
  records.set("old", 0);
  retention.close();
  clock.advance(dayMs);
  expect(records.size).toBe(1);
});

it("goes on after a failure, which it reports", () => {
  const clock = new ManualClock();
  const reports: unknown[] = [];
  const full = new Error("full");
  let isFull = true;
  let deleted = 0;
  const deleteOld = () => {
    if (isFull) throw full;
    deleted += 1;
    return 0;
  };
  const options = { keepDays: 30, clock, everyMs: hourMs, report: (error: unknown) => reports.push(error) };
  new RecordRetention({ ...options, deleteEndedBefore: [deleteOld] }).start();
  clock.advance(6 * hourMs);
  isFull = false;
  clock.advance(hourMs);
  expect([reports, deleted]).toEqual([[full], 1]);
});

it("deletes records of one kind where those of another cannot be deleted", () => {
  const clock = new ManualClock();
  const reports: unknown[] = [];
  const damaged = new Error("damaged");
  let left = 120;
  const deleteEndedBefore = [
    () => {
      throw damaged;
    },
    (_at: string, limit: number) => {
      const deleted = Math.min(limit, left);
      left -= deleted;
      return deleted;
    },
  ];
  const report = (error: unknown) => reports.push(error);
  new RecordRetention({ keepDays: 30, deleteEndedBefore, clock, everyMs: hourMs, report }).start();
  clock.advance(6 * hourMs + 10_000);
  expect([left, reports]).toEqual([0, [damaged]]);
});
