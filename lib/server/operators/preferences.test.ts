import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { addUser, findUser } from "../auth/users.ts";
import type { Database } from "../db/database.ts";
import { readPreferences, writePreference } from "./preferences.ts";

let dataDir = "";
let db: Database;
const ids: Record<string, string> = {};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-preferences-"));
  db = await openEmptyStore(dataDir);
  for (const username of ["ada", "ben"]) {
    await addUser(db, { username, passwordHash: "-", role: "viewer" }, 1);
    ids[username] = (await findUser(db, username))?.id ?? "";
  }
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

it("stores preferences per operator, and the last write wins", async () => {
  await writePreference(db, ids.ada ?? "", "log-pane", "first", 1);
  await writePreference(db, ids.ada ?? "", "log-pane", "second", 2);
  await writePreference(db, ids.ben ?? "", "log-pane", "ben's", 3);
  await writePreference(db, ids.ada ?? "", "workbench", "panes", 4);
  expect(await readPreferences(db, ids.ada ?? "")).toEqual({ "log-pane": "second", workbench: "panes" });
  expect(await readPreferences(db, ids.ben ?? "")).toEqual({ "log-pane": "ben's" });
});

it("leaves out preferences of a newer version", async () => {
  await db
    .insertInto("preferences")
    .values({ user_id: ids.ada ?? "", name: "of-tomorrow", value: "x", updated_at_ms: 1 })
    .execute();
  expect(await readPreferences(db, ids.ada ?? "")).toEqual({});
});
