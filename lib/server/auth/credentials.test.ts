import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listAudit } from "../audit/list-audit.ts";
import { closeStore, type Database, openStore, setDatabase } from "../db/database.ts";
import { signIn } from "./credentials.ts";
import { verifyPassword } from "./password.ts";
import { addUser, changeUser } from "./users.ts";

// A real hash takes a quarter of a second and 128 MB; password.test.ts tests it.
vi.mock("./password.ts", async (original) => ({
  ...(await original<object>()),
  verifyPassword: vi.fn(async (password: string, hash: string | undefined) => password === hash),
}));

let dataDir = "";
let db: Database;

const attempt = (password: string, { username = "ada", ip = "10.1.1.1" } = {}) =>
  signIn({ username, password, ip, userAgent: "a browser", requestId: "r" });
/** The code of a refusal, or "signed in". */
const outcomeOf = (tried: ReturnType<typeof attempt>) =>
  tried.then(
    () => "signed in",
    (error: { code?: string }) => error.code ?? "another failure",
  );
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

beforeEach(async () => {
  vi.mocked(verifyPassword).mockClear();
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-credentials-"));
  db = await openStore({ dataDir });
  setDatabase(db);
  for (const username of ["ada", "bo"])
    await addUser(db, { username, passwordHash: "right", role: "operator" }, Date.now());
});
afterEach(async () => {
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

  it("for a locked account is refused with the right password too, with a Retry-After", async () => {
    for (const at of times(5)) await outcomeOf(attempt(`wrong ${at}`));
    await expect(attempt("right")).rejects.toMatchObject({ status: 429, code: "locked" });
    await expect(attempt("right", { ip: "10.2.2.2" })).rejects.toMatchObject({
      retryAfterSeconds: expect.any(Number),
    });
    expect(await outcomeOf(attempt("right", { username: "bo" }))).toBe("signed in");
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
