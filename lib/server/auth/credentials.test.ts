import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { listAudit } from "../audit/list-audit.ts";
import { closeStore, type Database, setDatabase } from "../db/database.ts";
import { signIn } from "./credentials.ts";
import { deviceCookie } from "./device-cookie.ts";
import { accountRule } from "./lockout.ts";
import { maxAttempts, withAttemptsLock, writeAttempts } from "./login-attempts.ts";
import { verifyPassword } from "./password.ts";
import { addUser, changeUser, findUser } from "./users.ts";

// A real hash takes a quarter of a second and 128 MB; password.test.ts tests it.
vi.mock("./password.ts", async (original) => ({
  ...(await original<object>()),
  verifyPassword: vi.fn(async (password: string, hash: string | undefined) => password === hash),
}));
vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({ sessionSecret: "a secret of these tests", publicUrl: "http://127.0.0.1:3000" }),
}));

let dataDir = "";
let db: Database;

interface From {
  username?: string;
  ip?: string;
  cookies?: string | null;
}
const attempt = (password: string, { username = "ada", ip = "10.1.1.1", cookies = null }: From = {}) =>
  signIn({ username, password, ip, cookies, userAgent: "a browser", requestId: "r" });
/** The code of a refusal, or "signed in". */
const outcomeOf = (tried: ReturnType<typeof attempt>) =>
  tried.then(
    () => "signed in",
    (error: { code?: string }) => error.code ?? "another failure",
  );
const times = (count: number) => Array.from({ length: count }, (_, at) => at);
/** The Cookie header of a device on which someone has signed in. */
const knownDeviceOf = async (username: string, before: string | null = null) => {
  const userId = (await findUser(db, username))?.id ?? "";
  return deviceCookie(before, userId, Date.now()).split(";")[0] ?? "";
};
/** Wrong passwords for an account, each from a network of its own. */
const guessFromNetworks = async (count: number, username: string) => {
  for (const at of times(count)) await outcomeOf(attempt("wrong", { username, ip: `2001:db8:0:${at}::1` }));
};

beforeEach(async () => {
  vi.mocked(verifyPassword).mockClear();
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-credentials-"));
  db = await openEmptyStore(dataDir);
  setDatabase(db);
  for (const username of ["ada", "bo"])
    await addUser(db, { username, passwordHash: "right", role: "operator" }, Date.now());
});
afterEach(async () => {
  vi.useRealTimers();
  await closeStore();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("guessing passwords (T19)", () => {
  it("in parallel gets no more guesses than one after the other", async () => {
    const outcomes = await Promise.all(times(30).map((at) => outcomeOf(attempt(`wrong ${at}`))));
    expect(outcomes.filter((code) => code === "wrong_credentials")).toHaveLength(5);
    expect(outcomes.filter((code) => code === "locked")).toHaveLength(25);
    expect(verifyPassword).toHaveBeenCalledTimes(5);
  });

  it("locks the account for that network, with the right password too and with a Retry-After", async () => {
    for (const at of times(5)) await outcomeOf(attempt(`wrong ${at}`));
    await expect(attempt("right")).rejects.toMatchObject({ status: 429, code: "locked" });
    await expect(attempt("right")).rejects.toMatchObject({ retryAfterSeconds: expect.any(Number) });
    expect(await outcomeOf(attempt("right", { username: "bo" }))).toBe("signed in");
    expect(await outcomeOf(attempt("right", { ip: "10.2.2.2" }))).toBe("signed in");
  });

  it("from the addresses of one IPv6 network counts as from one", async () => {
    for (const at of times(5)) await outcomeOf(attempt("wrong", { ip: `2001:db8:1:2::${at}` }));
    expect(await outcomeOf(attempt("right", { ip: "2001:db8:1:2:3:4:5:6" }))).toBe("locked");
    expect(await outcomeOf(attempt("right", { ip: "2001:db8:1:3::1" }))).toBe("signed in");
  });

  it("from one address is not reset by signing in to one's own account in between", async () => {
    const outcomes: string[] = [];
    for (const at of times(30)) {
      outcomes.push(await outcomeOf(attempt("wrong", { username: `somebody ${at}` })));
      if (at % 4 === 3) await outcomeOf(attempt("right", { username: "bo" }));
    }
    expect(outcomes.filter((code) => code === "wrong_credentials")).toHaveLength(20);
    expect(outcomes.at(-1)).toBe("locked");
  });

  it("for another spelling of a name counts for the same account", async () => {
    for (const username of ["ada", "ADA", " ada ", "Ada", "ａda"])
      await outcomeOf(attempt("wrong", { username }));
    expect(await outcomeOf(attempt("right"))).toBe("locked");
  });

  it("for an invented name is refused in the same words as for an account", async () => {
    const refusalsOf = async (username: string, ip: string) => {
      const refusals: unknown[] = [];
      for (const at of times(7))
        await attempt(`wrong ${at}`, { username, ip }).catch(({ status, code, message }) =>
          refusals.push({ status, code, message }),
        );
      return refusals;
    };
    expect(await refusalsOf("nobody", "10.1.1.1")).toEqual(await refusalsOf("ada", "10.2.2.2"));
    await guessFromNetworks(accountRule.failures, "ada");
    await guessFromNetworks(accountRule.failures, "nobody");
    expect(await refusalsOf("nobody", "10.3.3.3")).toEqual(await refusalsOf("ada", "10.4.4.4"));
  });
});

describe("somebody else's guesses (T19)", () => {
  it("in the same network lock no device on which the owner has signed in before", async () => {
    const cookies = await knownDeviceOf("ada");
    for (const at of times(24)) await outcomeOf(attempt("wrong", { username: `invented ${at}` }));
    for (const at of times(9)) await outcomeOf(attempt(`wrong ${at}`));
    expect(await outcomeOf(attempt("right", { username: "bo" }))).toBe("locked");
    expect(await outcomeOf(attempt("right", { cookies }))).toBe("signed in");
  });

  it("from anywhere neither lock nor slow a known device", async () => {
    const cookies = await knownDeviceOf("ada");
    await guessFromNetworks(accountRule.failures + 9, "ada");
    expect(await outcomeOf(attempt("right", { cookies }))).toBe("signed in");
    expect(vi.mocked(verifyPassword).mock.lastCall?.[2]).toEqual({ first: true });
  });

  it("from anywhere make the owner's new device wait for its turn, and no longer than a quarter of an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await guessFromNetworks(accountRule.failures + 9, "ada");
    const refusal = await attempt("right").catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 429, code: "slowed", retryAfterSeconds: 100 });
    // Neither trying again nor others move the turn. They are given turns up to a quarter of an hour ahead.
    await guessFromNetworks(120, "ada");
    expect(await attempt("right").catch((error: unknown) => error)).toMatchObject({ retryAfterSeconds: 100 });
    vi.setSystemTime(Date.now() + 100_000);
    expect(await outcomeOf(attempt("right"))).toBe("signed in");
    const late = await attempt("right", { ip: "10.9.9.9" }).catch((error: unknown) => error);
    expect(late).toMatchObject({ code: "slowed", retryAfterSeconds: 810 });
    vi.setSystemTime(Date.now() + 810_000);
    expect(await outcomeOf(attempt("right", { ip: "10.9.9.9" }))).toBe("signed in");
  });

  it("with invented names displace no counter of an account, and the table stays bounded", async () => {
    for (const at of times(5)) await outcomeOf(attempt(`wrong ${at}`));
    const counter = { failures: 1, locked_until_ms: 0, locks: 0, known: 0 };
    await withAttemptsLock(db, async (trx) => {
      for (const at of times(10_000))
        await writeAttempts(trx, `pair:name ${at}`, { ...counter, first_at_ms: at }, Date.now());
    });
    const rows = await db.selectFrom("login_attempts").select("known").execute();
    expect(rows.filter(({ known }) => known === 0).length).toBeLessThanOrEqual(maxAttempts[0]);
    expect(await outcomeOf(attempt("right"))).toBe("locked");
  });
});

describe("a known device (T19)", () => {
  it("has five guesses of its own, and another one of the account has its own, too", async () => {
    const cookies = await knownDeviceOf("ada");
    for (const at of times(5))
      expect(await outcomeOf(attempt(`${at}`, { cookies }))).toBe("wrong_credentials");
    expect(await outcomeOf(attempt("right", { cookies }))).toBe("locked");
    expect(await outcomeOf(attempt("right", { cookies: await knownDeviceOf("ada") }))).toBe("signed in");
  });

  it("is known for its account only, and may be one of several operators", async () => {
    const shared = await knownDeviceOf("bo", await knownDeviceOf("ada"));
    const bos = await knownDeviceOf("bo");
    for (const at of times(5)) await outcomeOf(attempt(`wrong ${at}`));
    expect(await outcomeOf(attempt("right", { cookies: bos }))).toBe("locked");
    expect(await outcomeOf(attempt("right", { cookies: shared }))).toBe("signed in");
  });

  it.each([
    ["with another signature", (value: string) => value.replace(/.$/, (end) => (end === "A" ? "E" : "A"))],
    ["of another account", (value: string) => value.replace(/=u\w/, "=ux")],
    ["of another time", (value: string) => value.replace(/\.(\d+)\./, ".9$1.")],
    ["without a signature", (value: string) => value.replace(/\.[^.]*$/, "")],
    ["that is too long", (value: string) => `${"x~".repeat(600)}${value}`],
  ])("is not one %s", async (_, forge) => {
    const cookies = forge(await knownDeviceOf("ada"));
    for (const at of times(5)) await outcomeOf(attempt(`wrong ${at}`));
    expect(await outcomeOf(attempt("right", { cookies }))).toBe("locked");
  });

  it("is forgotten after half a year", async () => {
    const cookies = await knownDeviceOf("ada");
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.now() + 181 * 24 * 3_600_000);
    for (const at of times(5)) await outcomeOf(attempt(`wrong ${at}`));
    expect(await outcomeOf(attempt("right", { cookies }))).toBe("locked");
  });
});

describe("signing in", () => {
  it("resets the account's failures; success and failures are audited", async () => {
    for (const at of times(4)) await outcomeOf(attempt(`wrong ${at}`));
    expect(await outcomeOf(attempt("right"))).toBe("signed in");
    for (const at of times(4)) expect(await outcomeOf(attempt(`wrong ${at}`))).toBe("wrong_credentials");
    const { entries } = await listAudit(db, {});
    expect(entries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 200, 401, 401, 401, 401]);
    expect(JSON.stringify(entries)).not.toContain("wrong 0");
  });

  it("is refused for a disabled user, with the message of a wrong password", async () => {
    await changeUser(db, "ada", { disabled: true });
    const refused = { status: 401, code: "wrong_credentials", message: "Wrong user name or password." };
    await expect(attempt("right")).rejects.toMatchObject(refused);
    await expect(attempt("right", { username: "nobody" })).rejects.toMatchObject(refused);
  });
});
