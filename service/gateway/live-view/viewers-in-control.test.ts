import { expect, it } from "vitest";
import type { Session } from "../../sessions/session.ts";
import { ViewersInControl } from "./viewers-in-control.ts";

const sessionNamed = (id: string) => ({ id }) as unknown as Session;

it("says to each viewer of a session how many others have input, whenever that changes", () => {
  const viewers = new ViewersInControl();
  const [session, another] = [sessionNamed("s1"), sessionNamed("s2")];
  const received: string[] = [];
  const enter = (name: string, readOnly: boolean, at = session) =>
    viewers.enter(at, { readOnly, othersInControl: (count) => received.push(`${name} ${count}`) });
  const since = () => received.splice(0);
  const leaveAda = enter("ada", false);
  enter("elsewhere", false, another);
  enter("watching", true);
  expect(since()).toEqual(["watching 1"]);
  const leaveEmil = enter("emil", false);
  expect(since()).toEqual(["ada 1", "watching 2", "emil 1"]);
  leaveAda();
  expect(since()).toEqual(["watching 1", "emil 0"]);
  leaveEmil();
  expect(since()).toEqual(["watching 0"]);
});
