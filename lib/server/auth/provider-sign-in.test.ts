import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { closeStore, type Database, setDatabase } from "../db/database.ts";
import { createAccount, listAccounts, updateAccount } from "./accounts.ts";
import { createApiToken } from "./api-tokens.ts";
import { signInWithProvider } from "./provider-sign-in.ts";
import { recheckToken, tokenOperator } from "./token-operator.ts";

vi.mock("../kernel/env.ts", async (original) => ({
  ...(await original<object>()),
  env: () => ({
    signIn: {
      password: true,
      oidc: {
        groupsClaim: "groups",
        roles: [
          ["ops-admins", "admin"],
          ["ops", "operator"],
        ],
      },
    },
  }),
}));
// A real hash takes a quarter of a second and 128 MB; password.test.ts tests it.
vi.mock("./password.ts", async (original) => ({
  ...(await original<object>()),
  hashPassword: vi.fn(async (password: string) => password),
}));

const ip = "10.1.1.1";
let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-provider-"));
  db = await openEmptyStore(dataDir);
  setDatabase(db);
});
afterEach(async () => {
  await closeStore();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The code of a sign-in of ada with these groups; her name when she is let in. */
const signIn = (...groups: string[]) =>
  signInWithProvider(
    {
      issuer: "https://id.example",
      subject: "s-ada",
      claims: { preferred_username: "ada", groups },
      authTimeMs: null,
    },
    { ip, cookies: null, userAgent: "a browser", requestId: "r" },
  ).then(
    ({ username }) => username,
    ({ code }: { code: string }) => code,
  );
const ada = async () => (await listAccounts(db)).find(({ username }) => username === "ada");

it("refuses the API tokens of an account whose groups give no role any more, until they give one again", async () => {
  expect(await signIn("ops-admins")).toBe("ada");
  const wanted = { name: "ci", role: "admin", expires_in_days: 365 } as const;
  const { id, token } = await createApiToken(db, wanted, "ada", Date.now());
  const roleNow = async () => [(await tokenOperator(token, ip)).role, (await recheckToken(id))?.role];
  expect(await roleNow()).toEqual(["admin", "admin"]);
  expect(await signIn("cooks")).toBe("no_role");
  await expect(tokenOperator(token, ip)).rejects.toMatchObject({
    status: 401,
    code: "invalid_token",
    message: expect.stringContaining(
      "groups of the account ada, which created the API token ci, give no role",
    ),
  });
  expect(await recheckToken(id)).toBeUndefined();
  expect(await signIn("ops-admins")).toBe("ada");
  expect(await roleNow()).toEqual(["admin", "admin"]);
});

it("counts an account whose groups give no role as no admin: the last one with a password remains", async () => {
  const { account } = await createAccount(db, { username: "bo", role: "admin" }, Date.now());
  await signIn("ops-admins");
  expect(await ada()).toMatchObject({ role: "admin", without_role: false });
  await signIn("cooks");
  expect(await ada()).toMatchObject({ role: "admin", without_role: true });
  for (const change of [{ role: "viewer" }, { disabled: true }] as const)
    await expect(updateAccount(db, account.id, change, Date.now())).rejects.toMatchObject({
      code: "last_admin",
    });
  await signIn("ops-admins");
  expect(await ada()).toMatchObject({ role: "admin", without_role: false });
  await expect(updateAccount(db, account.id, { disabled: true }, Date.now())).resolves.toBeDefined();
});
