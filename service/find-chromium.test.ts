import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findChromium } from "./find-chromium.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleetdeck-chromium-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function makeProgram(path: string, line: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${line}\n`);
  chmodSync(file, 0o755);
  return file;
}
const places = () => ({
  env: { PATH: join(folder, "bin"), PLAYWRIGHT_BROWSERS_PATH: join(folder, "cache") },
});

test("finds the build that npm start installs where the system's program only names a package", async () => {
  makeProgram("bin/chromium-browser", "exit 1");
  const build = makeProgram("cache/chromium-1200/chrome-linux/chrome", "echo Chromium 150.0.1");
  expect(await findChromium(undefined, places())).toBe(build);
});

test("takes the one in CHROMIUM_PATH, or refuses it", async () => {
  makeProgram("bin/chromium", "echo Chromium 150.0.1");
  const given = makeProgram("own/chromium", "exit 1");
  expect(await findChromium(given, places())).toBe(given);
  await expect(findChromium(join(folder, "missing"), places())).rejects.toThrow(
    "CHROMIUM_PATH does not name an executable file",
  );
});

test("says what to do where none runs", async () => {
  makeProgram("bin/chromium", "exit 1");
  await expect(findChromium(undefined, places())).rejects.toThrow(/^no Chromium was found\. Install one/);
});
