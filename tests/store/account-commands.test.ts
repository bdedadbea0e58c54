// `npm run accounts` as a program of its own, on the embedded file and on PostgreSQL.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { listAudit } from "../../lib/server/audit/list-audit.ts";
import { verifyPassword } from "../../lib/server/auth/password.ts";
import { addSignIn, findSignIn } from "../../lib/server/auth/sign-ins.ts";
import { addUser, changeUser, findUser } from "../../lib/server/auth/users.ts";
import { openStore, type StoreLocation } from "../../lib/server/db/database.ts";
import { compileCacheOf } from "../../scripts/node-runtime.mjs";
import { auditKey } from "../support/audit-key.ts";
import { firstBrokenRow } from "../support/first-broken-row.ts";
import { hasPostgres, startPostgres } from "../support/programs/postgres.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function run(store: StoreLocation, ...args: string[]) {
  return runWith({ AUDIT_KEY: auditKey }, store, ...args);
}

function runWith(variables: Record<string, string>, store: StoreLocation, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["server/accounts.ts", ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: compileCacheOf(root),
      DATA_DIR: store.dataDir,
      ...variables,
      ...(store.databaseUrl === undefined ? {} : { DATABASE_URL: store.databaseUrl }),
    },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** A store whose admin is locked out. */
async function openLockedOut(store: StoreLocation) {
  const db = await openStore(store);
  onTestFinished(() => db.destroy());
  await addUser(db, { username: "ada", passwordHash: "forgotten", role: "admin" }, 1);
  await changeUser(db, "ada", { disabled: true });
  return db;
}

/** The path from a locked-out admin back into the dashboard. */
async function rescue(store: StoreLocation): Promise<void> {
  const db = await openLockedOut(store);
  const ada = await findUser(db, "ada");
  const { sid } = await addSignIn(db, { userId: ada?.id ?? "", ip: "", userAgent: "" }, Date.now());

  expect(run(store, "add", "bo", "viewer").stdout).toMatch(/^bo: one-time password [a-z0-9-]{23}\n/);
  expect(run(store, "role", "bo", "operator").stdout).toMatch(/^bo +operator +enabled +one-time password/);
  expect(run(store, "enable", "ada").stdout).toMatch(/^ada +admin +enabled +password/);
  const reset = run(store, "reset", "ada").stdout;
  expect(reset).toContain("valid for 3 days");
  const password = /one-time password (\S+)/.exec(reset)?.[1] ?? "";
  const after = await findUser(db, "ada");
  expect(await verifyPassword(password, after?.passwordHash)).toBe(true);
  expect(after?.oneTimeUntilMs).toBeGreaterThan(Date.now());
  expect((await findSignIn(db, sid))?.revoked).toBe(true);
  expect(run(store, "list").stdout.split("\n").filter(Boolean)).toHaveLength(2);

  expect(run(store, "disable", "ada")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("ada is the last enabled admin"),
  });
  expect(run(store, "role", "ada", "king").stderr).toContain("must be one of viewer, operator, admin");
  expect(run(store, "reset", "nobody").stderr).toContain("There is no account nobody");
  expect(run(store, "delete", "ada").stderr).toContain("Usage:");

  const { entries } = await listAudit(db, { limit: 100 });
  const acts = entries
    .filter(({ phase }) => phase === "answered")
    .map(({ action, target, status }) => `${action} ${target} ${status}`);
  expect(acts.reverse()).toEqual([
    "createAccount bo: viewer 200",
    "updateAccount bo: role viewer → operator 200",
    "updateAccount ada: enabled 200",
    "resetAccount ada 200",
    "updateAccount ada: disabled 409",
  ]);
  expect(entries.every(({ actor }) => actor === "command line")).toBe(true);
  expect(JSON.stringify(entries)).not.toContain(password);
  expect(await firstBrokenRow(db)).toBeUndefined();
}

function makeFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-account-commands-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

describe("accounts on the command line let someone back in who is locked out", () => {
  it("with the embedded file", async () => {
    await rescue({ dataDir: makeFolder() });
  });

  it.skipIf(!hasPostgres)("with PostgreSQL", async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const store = { dataDir: "unused", databaseUrl: await postgres.database() };
    const db = await openLockedOut(store);
    // What each command does in either database is tested beside it.
    expect(run(store, "enable", "ada").stdout).toMatch(/^ada +admin +enabled +password/);
    expect((await findUser(db, "ada"))?.disabled).toBe(false);
    expect(await firstBrokenRow(db)).toBeUndefined();
  });
});

describe("accounts on the command line change nothing", () => {
  it("and name the commands, also where there is no database", () => {
    const nowhere = { dataDir: makeFolder() };
    for (const args of [[], ["--help"], ["list", "ada"], ["add", "bo"], ["reset", "ada", "now"]])
      expect(run(nowhere, ...args)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(
          "Usage: npm run accounts -- COMMAND, in a container: fleetdeck accounts",
        ),
      });
    expect(run(nowhere, "list").stderr).toContain("There is no database in");
  });

  it("without the key that the audit is signed with", async () => {
    const store = { dataDir: makeFolder() };
    const db = await openLockedOut(store);
    expect(run(store, "enable", "ada").status).toBe(0);
    const rows = async () => (await listAudit(db, { limit: 100 })).entries.length;
    const before = await rows();

    expect(runWith({}, store, "disable", "ada")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("set AUDIT_KEY or NEXTAUTH_SECRET as for the dashboard"),
    });
    expect(readdirSync(store.dataDir)).not.toContain("session-secret");
    // As of a trial without the variables.
    writeFileSync(join(store.dataDir, "session-secret"), "another".repeat(8));
    for (const args of [
      ["add", "bo", "viewer"],
      ["reset", "ada"],
      ["role", "ada", "viewer"],
    ])
      expect(runWith({}, store, ...args)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("was signed with another key"),
      });
    expect(runWith({}, store, "list").stdout).toMatch(/^ada +admin +enabled/);
    expect(await rows()).toBe(before);
    expect(await findUser(db, "bo")).toBeUndefined();
    expect(await firstBrokenRow(db)).toBeUndefined();
  });

  it("in a folder without a database", () => {
    const store = { dataDir: makeFolder() };
    expect(runWith({}, store, "add", "ada", "admin")).toMatchObject({
      status: 1,
      stderr: `accounts: There is no database in ${store.dataDir}: set DATA_DIR or DATABASE_URL as for the dashboard.\n`,
    });
    expect(readdirSync(store.dataDir)).toEqual([]);
  });
});
