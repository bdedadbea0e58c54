import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { ensureAdmin } from "./first-admin.ts";
import { addUser, findUser } from "./users.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-first-admin-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

it("makes an admin with a password where there is no account, and says which", async () => {
  const made = await ensureAdmin(db, { username: "Ada" }, 1);
  expect(made).toEqual({ username: "ada", passwordCreated: expect.stringMatching(/^[a-z2-9-]{20,}$/) });
  expect(await findUser(db, "ada")).toMatchObject({ role: "admin" });
  expect(await ensureAdmin(db, { username: "ada" }, 1)).toEqual({ username: "ada" });
});

it("makes no account of another name where there is one, and says that it is missing", async () => {
  await addUser(db, { username: "admin", passwordHash: "x", role: "admin" }, 1);
  expect(await ensureAdmin(db, { username: "ada" }, 1)).toEqual({ username: "ada", isMissing: true });
  expect(await findUser(db, "ada")).toBeUndefined();
});
