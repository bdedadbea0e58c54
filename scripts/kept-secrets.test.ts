import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { firstPassword, passwordShown, serviceToken } from "./kept-secrets.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleetdeck-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("secrets that are kept", () => {
  test("the service's token is made once, for this user's eyes only", () => {
    const first = serviceToken(folder, undefined);
    expect(first.token).toMatch(/^[\w-]{24}$/);
    expect(statSync(first.file).mode & 0o777).toBe(0o600);
    expect(serviceToken(folder, undefined)).toEqual(first);
  });

  test.each([
    ["only-one-token-here", "only-one-token-here"],
    ["reader-token-12345:read, writer-token-12345:all", "writer-token-12345"],
    ["reader-token-12345:read", "reader-token-12345"],
  ])("of %s the dashboard takes %s", (given, token) => {
    expect(serviceToken(folder, given).token).toBe(token);
  });

  const embedded = { adminPassword: undefined, databaseUrl: undefined };

  test("the first password waits until it was shown, even across a start that failed", () => {
    const made = firstPassword(folder, embedded);
    expect(made).toMatch(/^[\w-]{24}$/);
    writeFileSync(join(folder, "fleetdeck.db"), "");
    expect(firstPassword(folder, embedded)).toBe(made);
    passwordShown(folder);
    expect(firstPassword(folder, embedded)).toBeUndefined();
    expect(existsSync(join(folder, "admin-password"))).toBe(false);
  });

  test("none is made for a given password or a shared database", () => {
    expect(firstPassword(folder, { ...embedded, adminPassword: "given" })).toBeUndefined();
    expect(firstPassword(folder, { ...embedded, databaseUrl: "postgres://x" })).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });
});
