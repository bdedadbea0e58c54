import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { viewLimits } from "../../bff/views.ts";
import { addUser, findUser } from "../auth/users.ts";
import type { Database } from "../db/database.ts";
import { addView, changeView, findView, listViews, removeView } from "./views.ts";

let dataDir = "";
let db: Database;
const ids: Record<string, string> = {};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-views-"));
  db = await openEmptyStore(dataDir);
  for (const username of ["ada", "ben"]) {
    await addUser(db, { username, passwordHash: "-", role: "operator" }, 1);
    ids[username] = (await findUser(db, username))?.id ?? "";
  }
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const names = async (who: string) => (await listViews(db, ids[who] ?? "")).map(({ name }) => name);

describe("saved views", () => {
  it("are listed for their owner, shared ones for everyone", async () => {
    await addView(db, ids.ada ?? "", { name: "Mine", query: "status=failed" }, 10);
    const id = await addView(db, ids.ada ?? "", { name: "Ours", query: "", shared: true }, 11);
    expect(await names("ada")).toEqual(["Mine", "Ours"]);
    expect(await listViews(db, ids.ben ?? "")).toEqual([
      {
        id,
        name: "Ours",
        shared: true,
        query: "",
        owner: "ada",
        mine: false,
        is_default: false,
        created_at_ms: 11,
        updated_at_ms: 11,
      },
    ]);
  });

  it("have one default per owner, which is no default for others", async () => {
    const first = await addView(
      db,
      ids.ada ?? "",
      { name: "a", query: "", is_default: true, shared: true },
      1,
    );
    await addView(db, ids.ben ?? "", { name: "b", query: "", is_default: true }, 1);
    const second = await addView(db, ids.ada ?? "", { name: "c", query: "" }, 1);
    const stored = await findView(db, second);
    if (stored === undefined) throw new Error("not stored");
    await changeView(db, stored, { is_default: true }, 99);
    const defaults = (await listViews(db, ids.ada ?? "")).filter((each) => each.is_default);
    expect(defaults.map(({ id, updated_at_ms }) => [id, updated_at_ms])).toEqual([[second, 1]]);
    expect((await findView(db, first))?.is_default).toBe(0);
    expect((await listViews(db, ids.ben ?? "")).map((each) => [each.name, each.is_default])).toEqual([
      ["a", false],
      ["b", true],
    ]);
  });

  it("change only in the given fields and their update time, and can be deleted", async () => {
    const id = await addView(db, ids.ada ?? "", { name: "a", query: "status=failed" }, 1);
    const stored = await findView(db, id);
    if (stored === undefined) throw new Error("not stored");
    await changeView(db, stored, { name: "renamed" }, 2);
    expect(await findView(db, id)).toMatchObject({
      name: "renamed",
      query: "status=failed",
      updated_at_ms: 2,
    });
    await removeView(db, id);
    expect(await findView(db, id)).toBeUndefined();
  });

  it("keep what another tab has saved since", async () => {
    const id = await addView(db, ids.ada ?? "", { name: "a", query: "status=failed", shared: true }, 1);
    const stored = await findView(db, id);
    if (stored === undefined) throw new Error("not stored");
    await changeView(db, stored, { query: "status=queued", expected_updated_at_ms: 1 }, 1);
    await expect(
      changeView(db, stored, { query: "status=running", expected_updated_at_ms: 1 }, 9),
    ).rejects.toMatchObject({ status: 409, code: "view_changed" });
    expect(await findView(db, id)).toMatchObject({ query: "status=queued", updated_at_ms: 2 });
  });

  it("have names that differ, for each owner", async () => {
    const id = await addView(db, ids.ada ?? "", { name: "a", query: "" }, 1);
    await addView(db, ids.ada ?? "", { name: "b", query: "" }, 1);
    await addView(db, ids.ben ?? "", { name: "a", query: "", shared: true }, 1);
    const taken = { status: 409, code: "name_taken" };
    await expect(addView(db, ids.ada ?? "", { name: "a", query: "" }, 1)).rejects.toMatchObject(taken);
    const stored = await findView(db, id);
    if (stored === undefined) throw new Error("not stored");
    await expect(changeView(db, stored, { name: "b" }, 2)).rejects.toMatchObject(taken);
    await changeView(db, stored, { name: "a", query: "status=failed" }, 2);
    expect(await names("ada")).toEqual(["a", "a", "b"]);
  });

  it("are bounded in number for each owner", async () => {
    for (let at = 0; at < viewLimits.perOwner; at += 1)
      await addView(db, ids.ada ?? "", { name: `view ${at}`, query: "" }, at);
    await expect(addView(db, ids.ada ?? "", { name: "one more", query: "" }, 1)).rejects.toMatchObject({
      status: 409,
      code: "too_many_views",
    });
    await addView(db, ids.ben ?? "", { name: "another's", query: "" }, 1);
  });
});
