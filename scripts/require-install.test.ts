import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { missingFor } from "./require-install.mjs";

test.each([
  [{ version: "v24.1.0", platform: "linux", installed: true }, undefined],
  [
    { version: "v20.9.0", platform: "linux", installed: false },
    /^Nothing is installed yet\. Run `npm start` once/,
  ],
  [
    { version: "v20.9.0", platform: "linux", installed: true },
    /^Node 24 or newer .*start this program with `npm run`/,
  ],
  [{ version: "v20.9.0", platform: "darwin", installed: false }, /^Node 24 or newer .*on darwin/],
  [{ version: "v24.1.0", platform: "darwin", installed: false }, /^Nothing is installed yet/],
])("on %j what is missing is said", (machine, expected) => {
  const message = missingFor(machine);
  if (expected === undefined) expect(message).toBeUndefined();
  else expect(message).toMatch(expected);
});

test("a program starts where nothing is missing", () => {
  const args = ["--import", "./scripts/require-install.mjs", "--eval", "console.log('runs')"];
  expect(execFileSync(process.execPath, args, { encoding: "utf8" })).toBe("runs\n");
});
