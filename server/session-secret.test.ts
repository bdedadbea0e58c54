import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storedSecret } from "./session-secret.ts";

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-secret-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("the secret is generated once, readable by this user only, and no other file remains", () => {
  const secret = storedSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(storedSecret(dataDir)).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(["session-secret"]);
  expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
});

test("a stored secret that others could read is made this user's own", () => {
  const path = join(dataDir, "session-secret");
  writeFileSync(path, "s".repeat(40), { mode: 0o644 });
  storedSecret(dataDir);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a data folder that others could read is made this user's own, with its database", () => {
  writeFileSync(join(dataDir, "fleetdeck.db"), "");
  chmodSync(join(dataDir, "fleetdeck.db"), 0o644);
  chmodSync(dataDir, 0o755);
  storedSecret(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, "fleetdeck.db")).mode & 0o777).toBe(0o600);
});

test("a stored secret that is too short is refused with an instruction", () => {
  writeFileSync(join(dataDir, "session-secret"), "short\n");
  expect(() => storedSecret(dataDir)).toThrow("remove it to have a new one made");
});
