import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { oneTimeHours } from "../../bff/accounts.ts";
import { listAudit } from "../audit/list-audit.ts";
import { closeStore, type Database, setDatabase } from "../db/database.ts";
import {
  createAccount,
  listAccounts,
  resetAccount,
  resetAccountOfAnother,
  summarizeUpdate,
  updateAccount,
} from "./accounts.ts";
import { changePassword } from "./change-password.ts";
import { signIn } from "./credentials.ts";
import { verifyPassword } from "./password.ts";
import type { SignedIn } from "./require-operator.ts";
import { findSignIn, listSignIns } from "./sign-ins.ts";

// A real hash takes a quarter of a second and 128 MB; password.test.ts tests it.
vi.mock("./password.ts", async (original) => ({
  ...(await original<object>()),
  hashPassword: vi.fn(async (password: string) => password),
  verifyPassword: vi.fn(async (password: string, hash: string | undefined) => password === hash),
}));
vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({ sessionSecret: "a secret of these tests", publicUrl: "http://127.0.0.1:3000" }),
}));

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-accounts-"));
  db = await openEmptyStore(dataDir);
  setDatabase(db);
});
afterEach(async () => {
  vi.useRealTimers();
  await closeStore();
  rmSync(dataDir, { recursive: true, force: true });
});

const client = { ip: "10.1.1.1", cookies: null, userAgent: "a browser", requestId: "r" };
const signInAs = (username: string, password: string) => signIn({ ...client, username, password });
const invite = (username: string, role: "viewer" | "admin" = "viewer") =>
  createAccount(db, { username, role }, Date.now());
const named = async (username: string) =>
  (await listAccounts(db)).find((account) => account.username === username);

/** The operator of a sign-in as routes see it. */
async function operatorOf(sid: string): Promise<SignedIn> {
  const found = await findSignIn(db, sid);
  if (found === undefined) throw new Error("there is no such sign-in");
  return { ...found, endsAtMs: Date.now() + 1000 };
}

describe("an invited account", () => {
  it("signs in with its one-time password, which is valid until it is changed", async () => {
    const { account, one_time_password } = await invite("Ada");
    expect(account).toMatchObject({
      username: "ada",
      role: "viewer",
      password: "one_time",
      last_seen_ms: null,
    });
    const { sid } = await signInAs("ada", one_time_password);
    const operator = await operatorOf(sid);
    expect(operator.mustChangePassword).toBe(true);
    const body = { old_password: one_time_password, new_password: "a password of her own" };
    await changePassword(operator, body, client);
    expect((await operatorOf(sid)).mustChangePassword).toBe(false);
    expect(await named("ada")).toMatchObject({ password: "own", one_time_until_ms: null });
    await expect(signInAs("ada", one_time_password)).rejects.toMatchObject({ code: "wrong_credentials" });
    await signInAs("ada", "a password of her own");
  });

  it("cannot sign in with it after three days", async () => {
    const { one_time_password } = await invite("ada");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + oneTimeHours * 3_600_000 });
    await expect(signInAs("ada", one_time_password)).rejects.toMatchObject({
      status: 403,
      code: "one_time_password_expired",
    });
    const { entries } = await listAudit(db, { limit: 5 });
    expect(entries).toMatchObject([{ action: "signIn", actor: "ada", status: 403 }]);
  });

  it("needs a name that nobody has, in any spelling", async () => {
    await invite("ada");
    await expect(invite("ADA")).rejects.toMatchObject({ status: 409, code: "username_taken" });
  });
});

describe("a changed password", () => {
  it("ends all other sign-ins of the account", async () => {
    const { one_time_password } = await invite("ada");
    const here = await signInAs("ada", one_time_password);
    const elsewhere = await signInAs("ada", one_time_password);
    const body = { old_password: one_time_password, new_password: "a password of her own" };
    await changePassword(await operatorOf(here.sid), body, client);
    expect((await findSignIn(db, here.sid))?.revoked).toBe(false);
    expect((await findSignIn(db, elsewhere.sid))?.revoked).toBe(true);
  });

  it("needs the old one, whose guesses are counted (T19)", async () => {
    const { one_time_password } = await invite("ada");
    const operator = await operatorOf((await signInAs("ada", one_time_password)).sid);
    const change = (old_password: string) =>
      changePassword(operator, { old_password, new_password: "a password of her own" }, client);
    for (let at = 0; at < 5; at += 1)
      await expect(change(`guess ${at}`)).rejects.toMatchObject({ status: 400, code: "wrong_password" });
    await expect(change(one_time_password)).rejects.toMatchObject({ status: 429, code: "locked" });
    expect(await named("ada")).toMatchObject({ password: "one_time" });
  });

  it("needs no old one within minutes of a sign-in with a one-time password, and must differ from it", async () => {
    // A name that no generated password contains.
    const { account, one_time_password } = await invite("margaret");
    const { sid } = await signInAs("margaret", one_time_password);
    const operator = await operatorOf(sid);
    const change = (new_password: string) => changePassword(operator, { new_password }, client);
    const refusal = {
      status: 400,
      code: "old_password_required",
      details: [{ message: "body.old_password is required" }],
    };
    await expect(change(one_time_password)).rejects.toMatchObject({ status: 400, code: "same_password" });
    // Before strangers who sign in.
    expect(vi.mocked(verifyPassword).mock.lastCall?.[2]).toEqual({ first: true });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 });
    await expect(change("a password of her own")).rejects.toMatchObject(refusal);
    vi.useRealTimers();
    await change("a password of her own");
    expect(await named("margaret")).toMatchObject({ password: "own" });
    await expect(change("another one of her own")).rejects.toMatchObject(refusal);
    await signInAs("margaret", "a password of her own");
    // The sign-in has ended with the password that it was made with.
    await resetAccount(db, account.id, Date.now());
    await expect(change("a third one of her own")).rejects.toMatchObject(refusal);
  });

  it("is neither the old one nor contains the name", async () => {
    const { one_time_password } = await invite("ada");
    const operator = await operatorOf((await signInAs("ada", one_time_password)).sid);
    for (const [new_password, code] of [
      [one_time_password, "same_password"],
      ["this is of Ada herself", "unfit_password"],
    ] as const) {
      const change = changePassword(operator, { old_password: one_time_password, new_password }, client);
      await expect(change).rejects.toMatchObject({ status: 400, code });
    }
  });
});

describe("the last enabled admin", () => {
  it("can be neither disabled nor demoted, also while two do so to each other", async () => {
    const ada = (await invite("ada", "admin")).account;
    const bo = (await invite("bo", "admin")).account;
    await invite("cy");
    const outcomes = await Promise.allSettled([
      updateAccount(db, ada.id, { role: "operator" }, Date.now()),
      updateAccount(db, bo.id, { disabled: true }, Date.now()),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const admins = (await listAccounts(db)).filter(({ role, disabled }) => role === "admin" && !disabled);
    expect(admins).toHaveLength(1);
    const [last] = admins;
    for (const change of [{ role: "viewer" }, { disabled: true }] as const)
      await expect(updateAccount(db, last?.id ?? "", change, Date.now())).rejects.toMatchObject({
        status: 409,
        code: "last_admin",
      });
    const { account } = await invite("di");
    for (const id of [last?.id ?? "", account.id])
      await expect(updateAccount(db, id, { disabled: false }, Date.now())).resolves.toBeDefined();
  });
});

it("any account is changed where no admin is enabled, so that a store can be mended", async () => {
  const { account } = await invite("ada");
  await expect(updateAccount(db, account.id, { role: "operator" }, Date.now())).resolves.toMatchObject({
    role: "operator",
  });
});

describe("a disabled or reset account", () => {
  it("loses its sign-ins, which do not return when it is enabled", async () => {
    await invite("bo", "admin");
    const { account, one_time_password } = await invite("ada");
    const { sid } = await signInAs("ada", one_time_password);
    await updateAccount(db, account.id, { disabled: true }, Date.now());
    await expect(signInAs("ada", one_time_password)).rejects.toMatchObject({ code: "wrong_credentials" });
    await updateAccount(db, account.id, { disabled: false }, Date.now());
    expect((await findSignIn(db, sid))?.revoked).toBe(true);
    await signInAs("ada", one_time_password);
  });

  it("has a new one-time password after a reset, and the old password no longer works", async () => {
    const { account, one_time_password } = await invite("ada");
    const { sid } = await signInAs("ada", one_time_password);
    const reset = await resetAccount(db, account.id, Date.now());
    expect(reset.account.password).toBe("one_time");
    expect((await findSignIn(db, sid))?.revoked).toBe(true);
    await expect(signInAs("ada", one_time_password)).rejects.toMatchObject({ code: "wrong_credentials" });
    await signInAs("ada", reset.one_time_password);
  });

  it("is never reset by its own sign-in, which would end before the new password is seen", async () => {
    const { account, one_time_password } = await invite("ada", "admin");
    const { sid } = await signInAs("ada", one_time_password);
    const operator = await operatorOf(sid);
    const resetting = resetAccountOfAnother(db, operator, account.id, Date.now());
    await expect(resetting).rejects.toMatchObject({ status: 409, code: "own_account" });
    expect((await findSignIn(db, sid))?.revoked).toBe(false);
    const { account: bo } = await invite("bo");
    const reset = await resetAccountOfAnother(db, operator, bo.id, Date.now());
    await signInAs("bo", reset.one_time_password);
  });
});

describe("a password that is being checked while the account changes", () => {
  /** Something that happens after the next check of a password has begun and before it ends. */
  const duringCheck = (change: () => Promise<unknown>) =>
    vi.mocked(verifyPassword).mockImplementationOnce(async (password, hash) => {
      await change();
      return password === hash;
    });
  const wrong = { code: "wrong_credentials" };

  it("gives no sign-in when it was reset, changed or the account disabled", async () => {
    const { account, one_time_password } = await invite("ada");
    const { sid } = await signInAs("ada", one_time_password);
    const operator = await operatorOf(sid);
    const body = { new_password: "a password of her own" };

    duringCheck(() => changePassword(operator, { ...body, old_password: one_time_password }, client));
    await expect(signInAs("ada", one_time_password)).rejects.toMatchObject({ status: 401, ...wrong });
    duringCheck(() => updateAccount(db, account.id, { disabled: true }, Date.now()));
    await expect(signInAs("ada", body.new_password)).rejects.toMatchObject(wrong);
    await updateAccount(db, account.id, { disabled: false }, Date.now());
    duringCheck(() => resetAccount(db, account.id, Date.now()));
    await expect(signInAs("ada", body.new_password)).rejects.toMatchObject(wrong);

    const valid = await listSignIns(db, { createdMs: 0, seenMs: 0 }, account.id);
    expect(valid).toEqual([]);
    const { entries } = await listAudit(db, {});
    expect(entries.filter(({ action }) => action === "signIn").map(({ status }) => status)).toEqual([
      401, 401, 401, 200,
    ]);
  });

  it("does not replace the one of a reset", async () => {
    const { account, one_time_password } = await invite("ada");
    const operator = await operatorOf((await signInAs("ada", one_time_password)).sid);
    const change = (old_password?: string) =>
      changePassword(operator, { old_password, new_password: "a password of her own" }, client);
    let reset = "";
    duringCheck(async () => {
      reset = (await resetAccount(db, account.id, Date.now())).one_time_password;
    });
    await expect(change(one_time_password)).rejects.toMatchObject({ status: 400, code: "wrong_password" });
    await signInAs("ada", reset);
  });

  it("does not replace the one of a reset where no old one is needed", async () => {
    const { account, one_time_password } = await invite("ada");
    const operator = await operatorOf((await signInAs("ada", one_time_password)).sid);
    let reset = "";
    duringCheck(async () => {
      reset = (await resetAccount(db, account.id, Date.now())).one_time_password;
      return false;
    });
    const change = changePassword(operator, { new_password: "a password of her own" }, client);
    await expect(change).rejects.toMatchObject({ status: 400, code: "old_password_required" });
    await signInAs("ada", reset);
  });
});

it("the audit names the account and what changed", async () => {
  const { account } = await invite("ada");
  expect(await summarizeUpdate(db, account.id, { role: "admin", disabled: true })).toBe(
    "ada: role viewer → admin, disabled",
  );
  expect(await summarizeUpdate(db, "nobody", { disabled: true })).toBe("nobody");
});
