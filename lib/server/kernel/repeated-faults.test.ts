import { expect, it } from "vitest";
import { ManualClock } from "../../../tests/support/fakes/manual-clock.ts";
import { minuteMs } from "../../bff/time-units.ts";
import { RepeatedFaults } from "./repeated-faults.ts";

function started() {
  const clock = new ManualClock();
  const lines: unknown[][] = [];
  const startMs = clock.nowMs();
  const minute = () => (clock.nowMs() - startMs) / minuteMs;
  const faults = new RepeatedFaults({
    clock,
    fault: (what, error, details) => lines.push([minute(), what, error, details]),
    note: (what, { total }) => lines.push([minute(), what, total]),
  });
  return { clock, faults, lines };
}

it("logs a fault that lasts at once, then at pauses that double, and its end", () => {
  const { clock, faults, lines } = started();
  for (let second = 0; second < 40 * 60; second += 10) {
    faults.report("logs could not be stored", `full after ${second} s`);
    clock.advance(10_000);
  }
  expect(lines).toEqual([
    [0, "logs could not be stored", "full after 0 s", {}],
    [1, "logs could not be stored", "full after 50 s", { times: 5 }],
    [3, "logs could not be stored", "full after 170 s", { times: 12 }],
    [7, "logs could not be stored", "full after 410 s", { times: 24 }],
    [15, "logs could not be stored", "full after 890 s", { times: 48 }],
    [31, "logs could not be stored", "full after 1850 s", { times: 96 }],
  ]);
  lines.length = 0;
  clock.advance(60 * minuteMs);
  expect(lines).toEqual([[41, "logs could not be stored: not again for a minute", 240]]);
});

it("logs the details of the fault that the line is about", () => {
  const { clock, faults, lines } = started();
  for (const id of ["first", "second", "third"])
    faults.report("a request failed", "gone", { request_id: id });
  clock.advance(minuteMs);
  expect(lines).toEqual([
    [0, "a request failed", "gone", { request_id: "first" }],
    [1, "a request failed", "gone", { request_id: "third", times: 2 }],
  ]);
});

it("logs each fault of work that is tried rarely, and no end of it", () => {
  const { clock, faults, lines } = started();
  for (const error of ["full", "missing"]) {
    faults.report("old rows could not be deleted", error);
    clock.advance(60 * minuteMs);
  }
  expect(lines).toEqual([
    [0, "old rows could not be deleted", "full", {}],
    [60, "old rows could not be deleted", "missing", {}],
  ]);
});

it("writes a line an hour at least while a fault lasts, and keeps faults of other work apart", () => {
  const { clock, faults, lines } = started();
  for (let minutes = 0; minutes < 24 * 60; minutes += 0.5) {
    faults.report("logs could not be stored", "full");
    if (minutes === 600) faults.report("pictures could not be stored", "full");
    clock.advance(minuteMs / 2);
  }
  const lasting = lines.filter(([, what]) => what === "logs could not be stored");
  expect(lasting.slice(-3).map(([minute]) => minute)).toEqual([1263, 1323, 1383]);
  expect(lines.filter(([, what]) => what !== "logs could not be stored")).toEqual([
    [600, "pictures could not be stored", "full", {}],
  ]);
});
