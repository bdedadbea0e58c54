import { expect, it } from "vitest";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { ViewerCheckpoints } from "./viewer-checkpoints.ts";

it("reports views on other replicas to the leader, with few writes for many views", async () => {
  const clock = new TestClock();
  const checkpoints = new Map<string, string>();
  let writes = 0;
  const replica = () =>
    new ViewerCheckpoints({
      read: async (names) => new Map([...checkpoints].filter(([name]) => names.includes(name))),
      write: async (name, value) => {
        writes += 1;
        checkpoints.set(name, String(value));
      },
      clock,
      report: () => {},
    });
  const [follower, leader] = [replica(), replica()];
  follower.view("pools");
  // Views before the first call are ignored.
  expect(await leader.viewedLists()).toEqual([]);
  for (let viewer = 0; viewer < 100; viewer += 1) follower.view("browsers");
  follower.view("proxies");
  expect(writes).toBe(3);
  expect(await leader.viewedLists()).toEqual(["browsers", "proxies"]);
  expect(await leader.viewedLists()).toEqual([]);
  await clock.advance(5_000);
  follower.view("browsers");
  expect(await leader.viewedLists()).toEqual(["browsers"]);
});
