import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { nameOfTarget } from "../audit/act-objects.ts";
import { addUser, findUser } from "../auth/users.ts";
import type { Database } from "../db/database.ts";
import { targetOfNewView, targetOfViewChange } from "./view-acts.ts";
import { addView } from "./views.ts";

let dataDir = "";
let db: Database;
let owner = "";
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-view-acts-"));
  db = await openEmptyStore(dataDir);
  await addUser(db, { username: "ada", passwordHash: "-", role: "operator" }, 1);
  owner = (await findUser(db, "ada"))?.id ?? "";
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const add = (shared: boolean) => addView(db, owner, { name: `is shared: ${shared}`, query: "", shared }, 1);
const nameIn = (action: string, target: string) => nameOfTarget(db, { action, target });

it("an act on a shared view is recorded with its name", async () => {
  const id = await add(true);
  expect(targetOfNewView({ name: "Failing", query: "", shared: true })).toBe("Failing");
  expect(await targetOfViewChange(db, id, { name: "Slow" })).toBe(`${id} (name: Slow)`);
  expect(await nameIn("deleteView", id)).toBe("is shared: true");
});

it("an act on a personal view is recorded without its name and filters", async () => {
  const id = await add(false);
  expect(targetOfNewView({ name: "About Bo", query: "status=failed" })).toBe("");
  const change = { name: "About Bo", query: "status=failed", is_default: true, expected_updated_at_ms: 1 };
  expect(await targetOfViewChange(db, id, change)).toBe(
    `${id} (name: changed, is_default: true, query: changed)`,
  );
  expect(await nameIn("updateView", `${id} (name: changed)`)).toBeUndefined();
  expect(await nameIn("deleteView", id)).toBeUndefined();
});

it("a personal view that becomes shared is recorded with its new name", async () => {
  const id = await add(false);
  expect(await targetOfViewChange(db, id, { name: "Failing", shared: true })).toBe(
    `${id} (name: Failing, shared: true)`,
  );
});

it("a shared view that becomes personal is recorded without its new name", async () => {
  const id = await add(true);
  expect(await targetOfViewChange(db, id, { name: "About Bo", shared: false })).toBe(
    `${id} (name: changed, shared: false)`,
  );
});
