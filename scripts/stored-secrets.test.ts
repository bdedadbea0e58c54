import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteShownPassword, firstPassword, serviceToken, storeServiceToken } from "./stored-secrets.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fleetdeck-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("stored secrets", () => {
  test("the service's token is created once, in a file of mode 0600", () => {
    const token = serviceToken(folder, undefined);
    expect(token).toMatch(/^[\w-]{24}$/);
    const file = storeServiceToken(folder, token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(serviceToken(folder, undefined)).toBe(token);
  });

  test.each([
    ["only-one-token-here", "only-one-token-here"],
    ["reader-token-12345:read, writer-token-12345:all", "writer-token-12345"],
    ["reader-token-12345:read", "reader-token-12345"],
  ])("of %s the dashboard uses %s", (given, token) => {
    expect(serviceToken(folder, given)).toBe(token);
  });

  test("a token that was not accepted yet is not stored", () => {
    serviceToken(folder, "refused");
    expect(readdirSync(folder)).toEqual([]);
    expect(serviceToken(folder, undefined)).not.toBe("refused");
  });

  const embedded = { adminPassword: undefined, databaseUrl: undefined };

  test("the first password is stored until it was shown, also across a failed start", () => {
    const password = firstPassword(folder, embedded);
    expect(password).toMatch(/^[\w-]{24}$/);
    writeFileSync(join(folder, "fleetdeck.db"), "");
    expect(firstPassword(folder, embedded)).toBe(password);
    deleteShownPassword(folder);
    expect(firstPassword(folder, embedded)).toBeUndefined();
    expect(existsSync(join(folder, "admin-password"))).toBe(false);
  });

  test("no password is created with ADMIN_PASSWORD or a shared database", () => {
    expect(firstPassword(folder, { ...embedded, adminPassword: "given" })).toBeUndefined();
    expect(firstPassword(folder, { ...embedded, databaseUrl: "postgres://x" })).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });
});
