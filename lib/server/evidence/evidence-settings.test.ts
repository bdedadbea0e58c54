import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { EvidenceSettings } from "../../bff/evidence.ts";
import type { Database } from "../db/database.ts";
import { readEvidenceSettings, writeEvidenceSettings } from "./evidence-settings.ts";

const defaults: EvidenceSettings = {
  logs: "failed",
  network: "failed",
  pictures: "failed",
  video: "off",
  days: 7,
  max_mb: 4_096,
  session_mb: 32,
  streams: 100,
  exceptions: [],
};
const changed: EvidenceSettings = { ...defaults, logs: "all", exceptions: [{ app: "shop", logs: "off" }] };

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-evidence-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

it("are those of the variables until an operator changes them", async () => {
  expect(await readEvidenceSettings(db, defaults)).toEqual({
    settings: defaults,
    changed: [],
    set_by: null,
    set_at_ms: null,
  });
});

it("are what an operator changed, and the variables for the rest", async () => {
  await writeEvidenceSettings(db, { settings: { ...changed, days: 9 }, defaults }, "bob", 4_000);
  await writeEvidenceSettings(db, { settings: changed, defaults }, "ada", 5_000);
  expect(await readEvidenceSettings(db, defaults)).toEqual({
    settings: changed,
    changed: ["logs", "exceptions"],
    set_by: "ada",
    set_at_ms: 5_000,
  });
  // A variable that is set later.
  expect(await readEvidenceSettings(db, { ...defaults, days: 30 })).toMatchObject({
    settings: { ...changed, days: 30 },
    changed: ["logs", "exceptions"],
  });
});

it("are those of the variables again when they are reset, with who did it", async () => {
  await writeEvidenceSettings(db, { settings: changed, defaults }, "ada", 5_000);
  await writeEvidenceSettings(db, { settings: defaults, defaults }, "bob", 6_000);
  expect(await readEvidenceSettings(db, { ...defaults, logs: "off" })).toEqual({
    settings: { ...defaults, logs: "off" },
    changed: [],
    set_by: "bob",
    set_at_ms: 6_000,
  });
});

it("are not replaced where they were set after they were read, also within the same millisecond", async () => {
  const set = (by: string, expectedSetAtMs?: number | null) =>
    writeEvidenceSettings(db, { settings: changed, defaults, expectedSetAtMs }, by, 5_000);
  await set("ada", null);
  const { set_at_ms: read } = await readEvidenceSettings(db, defaults);
  await set("bob", read);
  const refusal = { status: 409, code: "settings_changed" };
  await expect(set("cat", read)).rejects.toMatchObject(refusal);
  await expect(set("cat", null)).rejects.toMatchObject(refusal);
  expect(await readEvidenceSettings(db, defaults)).toMatchObject({ set_by: "bob" });
  await set("cat");
  expect(await readEvidenceSettings(db, defaults)).toMatchObject({ set_by: "cat" });
});

it("have the default of video, and no exception for it, where an earlier version stored failed", async () => {
  const exceptions = [
    { app: "shop", logs: "off", video: "failed" },
    { pool: "eu", video: "failed" },
    { pool: "us", video: "all" },
  ];
  const value = JSON.stringify({ days: 9, video: "failed", exceptions });
  await db.insertInto("evidence_settings").values({ id: 1, value, set_by: "ada", set_at_ms: 1 }).execute();
  expect(await readEvidenceSettings(db, defaults)).toMatchObject({
    settings: {
      ...defaults,
      days: 9,
      exceptions: [
        { app: "shop", logs: "off" },
        { pool: "us", video: "all" },
      ],
    },
    changed: ["days", "exceptions"],
  });
});

it("are those of the variables where the stored ones cannot be read", async () => {
  for (const value of ["{", '{"days":0}', "[]"]) {
    await db.deleteFrom("evidence_settings").execute();
    await db.insertInto("evidence_settings").values({ id: 1, value, set_by: "ada", set_at_ms: 1 }).execute();
    expect((await readEvidenceSettings(db, defaults)).settings, value).toEqual(defaults);
  }
});
