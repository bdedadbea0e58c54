import { expect, it } from "vitest";
import { createTimeLock } from "./time-lock.ts";

it("tells all others where one has moved to, and a late one where they are", () => {
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
