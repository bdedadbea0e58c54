import { expect, it } from "vitest";
import { TestClock } from "../../../tests/support/test-clock.ts";
import { ViewerMarks } from "./viewer-marks.ts";

it("tells the replica that records which lists are looked at elsewhere, in few writes however many look", async () => {
  const clock = new TestClock();
  const marks = new Map<string, string>();
  let writes = 0;
  const replica = () =>
    new ViewerMarks({
      read: async (names) => new Map([...marks].filter(([name]) => names.includes(name))),
      write: async (name, value) => {
        writes += 1;
        marks.set(name, String(value));
      },
      clock,
      report: () => {},
    });
  const [follower, leader] = [replica(), replica()];
  follower.look("pools");
  // What was looked at before it led is over.
  expect(await leader.looked()).toEqual([]);
  for (let viewer = 0; viewer < 100; viewer += 1) follower.look("browsers");
  follower.look("proxies");
  expect(writes).toBe(3);
  expect(await leader.looked()).toEqual(["browsers", "proxies"]);
  expect(await leader.looked()).toEqual([]);
  await clock.advance(5_000);
  follower.look("browsers");
  expect(await leader.looked()).toEqual(["browsers"]);
});
