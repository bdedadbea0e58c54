import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { dayMs } from "../../bff/time-units.ts";
import { closeStore, type Database, setDatabase } from "../db/database.ts";
import { countChange } from "../kernel/changes.ts";
import { updateAccount } from "./accounts.ts";
import { createApiToken, deleteApiToken, findApiToken, listApiTokens } from "./api-tokens.ts";
import { bearerTokenOf, recheckToken, revokeApiToken, tokenOperator } from "./token-operator.ts";
import { addUser, findUser } from "./users.ts";

let dataDir = "";
let db: Database;
let serial = 0;

const made = (name = "ci", expires_in_days = 30) =>
  createApiToken(db, { name, role: "operator", expires_in_days }, "ada", Date.now());
/** An address of a network that no other test uses. */
const newAddress = () => {
  serial += 1;
  return `2001:db8:${serial.toString(16)}::1`;
};
const outcomeOf = (token: string, ip: string) =>
  tokenOperator(token, ip).then(
    ({ username }) => username,
    ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
  );
/** A text that looks like a token. */
const wrongToken = (at = 0) => `fd_${at.toString(16).padStart(16, "0")}${"A".repeat(43)}`;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-tokens-"));
  db = await openEmptyStore(dataDir);
  setDatabase(db);
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  // For lru-cache a time of zero means that an entry does not expire.
  vi.advanceTimersByTime(1);
});
afterEach(async () => {
  vi.useRealTimers();
  await closeStore();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("an API token", () => {
  it("acts under its name with its role, and only its hash is stored", async () => {
    const { token, id } = await made();
    expect(await tokenOperator(token, newAddress())).toMatchObject({
      username: "token ci",
      role: "operator",
      tokenId: id,
      endsAtMs: Date.now() + 30 * dayMs,
    });
    expect(JSON.stringify(await findApiToken(db, id))).not.toContain(token.slice(19));
    expect(JSON.stringify(await listApiTokens(db))).not.toMatch(/hash|fd_/);
  });

  it("is refused at once where its end was told", async () => {
    const { token, id } = await made();
    const ip = newAddress();
    expect(await outcomeOf(token, ip)).toBe("token ci");
    await deleteApiToken(db, id);
    expect(await outcomeOf(token, ip)).toBe("token ci");
    countChange("access");
    expect(await outcomeOf(token, ip)).toBe("401 invalid_token");
  });

  it("is refused with the secret of another one, or with one character changed", async () => {
    const [one, other] = [await made("one"), await made("other")];
    const changed = one.token.replace(/.$/, (end) => (end === "A" ? "B" : "A"));
    for (const token of [
      one.token.slice(0, 19) + other.token.slice(19),
      changed,
      `${one.token}A`,
      "fd_",
      wrongToken(),
    ])
      expect(await outcomeOf(token, newAddress())).toBe("401 invalid_token");
  });

  it("ends when it expires, to the second, and the answer says when that was", async () => {
    const { token, id } = await made("ci", 1);
    const ip = newAddress();
    vi.setSystemTime(Date.now() + dayMs - 1);
    expect(await outcomeOf(token, ip)).toBe("token ci");
    vi.setSystemTime(Date.now() + 1);
    await expect(tokenOperator(token, ip)).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining(`ci expired at ${new Date().toISOString()}`),
    });
    expect(await recheckToken(id)).toBeUndefined();
  });

  it("ends at once where it is revoked, and within five seconds where it is cached", async () => {
    const { token, id } = await made();
    const ip = newAddress();
    expect(await outcomeOf(token, ip)).toBe("token ci");
    await db.deleteFrom("api_tokens").execute();
    vi.advanceTimersByTime(5001);
    expect(await recheckToken(id)).toBeUndefined();
    const next = await made();
    expect(await outcomeOf(next.token, ip)).toBe("token ci");
    await revokeApiToken(next.id);
    expect(await outcomeOf(next.token, ip)).toBe("401 invalid_token");
    await expect(revokeApiToken(next.id)).rejects.toMatchObject({ status: 404 });
  });

  it("may do no more than who made it may do now, and nothing while that account is disabled", async () => {
    await addUser(db, { username: "ada", passwordHash: "x", role: "admin" }, Date.now());
    const ada = z.object({ id: z.string() }).parse(await findUser(db, "ada")).id;
    await addUser(db, { username: "bea", passwordHash: "x", role: "admin" }, Date.now());
    const { token, id } = await made();
    const ip = newAddress();
    const roleNow = async () => [(await tokenOperator(token, ip)).role, (await recheckToken(id))?.role];
    expect(await roleNow()).toEqual(["operator", "operator"]);
    await updateAccount(db, ada, { role: "viewer" }, Date.now());
    expect(await roleNow()).toEqual(["viewer", "viewer"]);
    await updateAccount(db, ada, { role: "admin" }, Date.now());
    expect(await roleNow()).toEqual(["operator", "operator"]);
    await updateAccount(db, ada, { disabled: true }, Date.now());
    await expect(tokenOperator(token, ip)).rejects.toMatchObject({
      status: 401,
      code: "invalid_token",
      message: expect.stringContaining("account ada, which created the API token ci, is disabled"),
    });
    expect(await recheckToken(id)).toBeUndefined();
    await updateAccount(db, ada, { disabled: false }, Date.now());
    expect(await roleNow()).toEqual(["operator", "operator"]);
  });

  it("is listed with whether the account that made it still gives it rights, and which", async () => {
    expect(await made()).toMatchObject({ created_by_state: "enabled", role_now: "operator" });
    const listed = async () =>
      (await listApiTokens(db)).map(({ created_by_state: state, role_now: now }) => [state, now]);
    // The account of a token of long ago may not be known.
    expect(await listed()).toEqual([["enabled", "operator"]]);
    await addUser(db, { username: "ada", passwordHash: "x", role: "viewer" }, Date.now());
    expect(await listed()).toEqual([["enabled", "viewer"]]);
    await db.updateTable("users").set({ without_role: 1 }).execute();
    expect(await listed()).toEqual([["without_role", "viewer"]]);
    await db.updateTable("users").set({ disabled: 1 }).execute();
    expect(await listed()).toEqual([["disabled", "viewer"]]);
  });

  it("has its last use written once a minute at most", async () => {
    const { token, id } = await made();
    const ip = newAddress();
    const startMs = Date.now();
    const lastUse = async () => (await findApiToken(db, id))?.last_used_at_ms;
    expect(await lastUse()).toBeNull();
    for (const [afterMs, writtenMs] of [
      [0, 0],
      [30_000, 0],
      [59_000, 0],
      [61_000, 61_000],
    ] as const) {
      vi.setSystemTime(startMs + afterMs);
      vi.advanceTimersByTime(6_000);
      vi.setSystemTime(startMs + afterMs);
      await tokenOperator(token, ip);
      expect(await lastUse()).toBe(startMs + writtenMs);
    }
  });

  it("is accepted while its last use cannot be written", async () => {
    const faults = vi.spyOn(console, "error").mockImplementation(() => undefined);
    onTestFinished(() => faults.mockRestore());
    const { token } = await made();
    const update = vi.spyOn(db, "updateTable").mockImplementation(() => {
      throw new Error("database is locked");
    });
    onTestFinished(() => update.mockRestore());
    expect(await outcomeOf(token, newAddress())).toBe("token ci");
    expect(faults).toHaveBeenCalledTimes(1);
  });

  it("has a name of its own", async () => {
    await made();
    await expect(made()).rejects.toMatchObject({ status: 409, code: "name_taken" });
    for (let at = 1; at < 50; at += 1) await made(`ci-${at}`);
    await expect(made("one-more")).rejects.toMatchObject({ status: 409, code: "too_many_tokens" });
  });
});

describe("wrong tokens", () => {
  it("are throttled by network after twenty a minute, but not those in use there", async () => {
    const ip = newAddress();
    const [used, unused] = [await made("used"), await made("unused")];
    expect(await outcomeOf(used.token, ip)).toBe("token used");
    for (let at = 0; at < 20; at += 1) expect(await outcomeOf(wrongToken(at), ip)).toBe("401 invalid_token");
    const reads = vi.spyOn(db, "selectFrom");
    expect(await outcomeOf(wrongToken(99), ip.replace("::1", "::2"))).toBe("429 too_many_wrong_tokens");
    expect(await outcomeOf(unused.token, ip)).toBe("429 too_many_wrong_tokens");
    expect(reads).not.toHaveBeenCalled();
    expect(await outcomeOf(used.token, ip)).toBe("token used");
    // As a scrape does, every quarter of a minute.
    for (let at = 0; at < 3; at += 1) {
      vi.advanceTimersByTime(15_000);
      expect(await outcomeOf(used.token, ip)).toBe("token used");
      expect(await outcomeOf(unused.token, ip)).toBe("429 too_many_wrong_tokens");
    }
    expect(await outcomeOf(unused.token, newAddress())).toBe("token unused");
    vi.advanceTimersByTime(15_001);
    expect(await outcomeOf(unused.token, ip)).toBe("token unused");
  });

  it("of other systems are named as such, unless a proxy added them to a person's request", () => {
    expect(bearerTokenOf(`Bearer ${wrongToken()}`, false)).toBe(wrongToken());
    expect(bearerTokenOf(`bearer ${wrongToken()}`, true)).toBe(wrongToken());
    expect(bearerTokenOf(null, false)).toBeUndefined();
    expect(bearerTokenOf("Basic dXNlcjpwYXNz", false)).toBeUndefined();
    expect(bearerTokenOf("Bearer eyJhbGciOiJIUzI1NiJ9.e30.x", true)).toBeUndefined();
    expect(() => bearerTokenOf("Bearer eyJhbGciOiJIUzI1NiJ9.e30.x", false)).toThrow(/begin with fd_/);
  });
});
