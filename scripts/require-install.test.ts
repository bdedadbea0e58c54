import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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

test("an installation that was interrupted counts as none", () => {
  const checkout = mkdtempSync(join(tmpdir(), "fleetdeck-require-install-"));
  onTestFinished(() => rmSync(checkout, { recursive: true, force: true }));
  cpSync("scripts", join(checkout, "scripts"), { recursive: true });
  mkdirSync(join(checkout, "node_modules", "fastify"), { recursive: true });
  writeFileSync(join(checkout, "node_modules", "fastify", "package.json"), "{}");
  const start = () =>
    spawnSync(
      process.execPath,
      ["--import", "./scripts/require-install.mjs", "--eval", "console.log('runs')"],
      {
        cwd: checkout,
        encoding: "utf8",
      },
    );
  expect(start()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Nothing is installed yet/) });
  // What npm writes last.
  writeFileSync(join(checkout, "node_modules", ".package-lock.json"), "{}");
  expect(start()).toMatchObject({ status: 0, stdout: "runs\n" });
});
