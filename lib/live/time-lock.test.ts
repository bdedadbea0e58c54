import { expect, it } from "vitest";
import { createTimeLock } from "./time-lock.ts";

it("publishes a move to all other members and the current time to new ones", () => {
  const lock = createTimeLock();
  const heard: string[] = [];
  const [left, right, late] = [{}, {}, {}];
  const leave = lock.join(left, (atMs) => heard.push(`left ${atMs}`));
  lock.join(right, (atMs) => heard.push(`right ${atMs}`));
  lock.move(left, 5);
  lock.join(late, (atMs) => heard.push(`late ${atMs}`));
  leave();
  lock.move(right, 7);
  expect(heard).toEqual(["right 5", "late 5", "late 7"]);
});

it("publishes the height at which a time is shown to those that are there", () => {
  const lock = createTimeLock();
  const heard: unknown[] = [];
  lock.join({}, (...heights) => heard.push(heights));
  lock.move({}, 5, 300);
  lock.move({}, 6);
  lock.join({}, (...heights) => heard.push(heights));
  expect(heard).toEqual([[5, 300], [6, undefined], [6]]);
});

it("publishes no time after all have left, or after one returned to live", () => {
  const lock = createTimeLock();
  const heard: string[] = [];
  const hear = (name: string) => lock.join({}, (atMs) => heard.push(`${name} ${atMs}`));
  lock.move({}, 5);
  const leave = hear("requested by a move");
  const leaveToo = hear("beside it");
  leave();
  const leaveLast = hear("while one is there");
  leaveToo();
  leaveLast();
  hear("after all have left");
  lock.move({}, 6);
  lock.release({});
  hear("after the release");
  lock.move({}, 7);
  expect(heard).toEqual([
    "requested by a move 5",
    "beside it 5",
    "while one is there 5",
    "after all have left 6",
    "after all have left undefined",
    "after all have left 7",
    "after the release 7",
  ]);
});
