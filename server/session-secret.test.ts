import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keptSecret } from "./session-secret.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-secret-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("it is made once, for this user's eyes, and nothing else stays behind", () => {
  const secret = keptSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(keptSecret(dataDir)).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(["session-secret"]);
  expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
});

test("what is too short to be one is refused, with what to do", () => {
  writeFileSync(join(dataDir, "session-secret"), "short\n");
  expect(() => keptSecret(dataDir)).toThrow("remove it to have a new one made");
});
