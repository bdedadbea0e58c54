import { expect, it } from "vitest";
import { createTimeLock } from "./time-lock.ts";

it("publishes a move to all other members and the current time to new ones", () => {
  const lock = createTimeLock();
  const moves: string[] = [];
  const [left, right, late] = [{}, {}, {}];
  const leave = lock.join(left, (atMs) => moves.push(`left ${atMs}`));
  lock.join(right, (atMs) => moves.push(`right ${atMs}`));
  lock.move(left, 5);
  lock.join(late, (atMs) => moves.push(`late ${atMs}`));
  leave();
  lock.move(right, 7);
  expect(moves).toEqual(["right 5", "late 5", "late 7"]);
});

it("publishes the height at which a time is shown to those that are there", () => {
  const lock = createTimeLock();
  const moves: unknown[] = [];
  lock.join({}, (...heights) => moves.push(heights));
  lock.move({}, 5, 300);
  lock.move({}, 6);
  lock.join({}, (...heights) => moves.push(heights));
  expect(moves).toEqual([[5, 300], [6, undefined], [6]]);
});

it("publishes no time after all have left, or after one returned to live", () => {
  const lock = createTimeLock();
  const moves: string[] = [];
  const join = (name: string) => lock.join({}, (atMs) => moves.push(`${name} ${atMs}`));
  lock.move({}, 5);
  const leave = join("requested by a move");
  const leaveToo = join("beside it");
  leave();
  const leaveLast = join("while one is there");
  leaveToo();
  leaveLast();
  join("after all have left");
  lock.move({}, 6);
  lock.release({});
  join("after the release");
  lock.move({}, 7);
  expect(moves).toEqual([
    "requested by a move 5",
    "beside it 5",
    "while one is there 5",
    "after all have left 6",
    "after all have left undefined",
    "after all have left 7",
    "after the release 7",
  ]);
});
