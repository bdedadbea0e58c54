import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tightenFolder } from "./data-folder.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fleetdeck-modes-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a data folder that others could read is made this user's own, with its files", () => {
  writeFileSync(join(dir, "service.db"), "");
  chmodSync(join(dir, "service.db"), 0o644);
  mkdirSync(join(dir, "instances"));
  chmodSync(join(dir, "instances"), 0o755);
  chmodSync(dir, 0o755);
  tightenFolder(dir);
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(modeOf(dir)).toBe(0o700);
  expect(modeOf(join(dir, "service.db"))).toBe(0o600);
  // Nobody else reaches what is below; sessions set the modes of their folders themselves.
  expect(modeOf(join(dir, "instances"))).toBe(0o755);
});
