import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RuleSetting } from "../../bff/alert-rules.ts";
import { type Database, openStore } from "../db/database.ts";
import { addRule, findRule, setRule } from "./alert-rules.ts";

const nowMs = Date.UTC(2026, 10, 25);
let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-rules-"));
  db = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const rule = (name: string): RuleSetting => ({
  ...{ name, signal: { kind: "proxy_down", checks: 1 }, for_seconds: 0, clear_seconds: 0 },
  ...{ remind_hours: 0, enabled: true, webhooks: [] },
});

describe("an edit of a rule", () => {
  it("is refused where the rule was changed since, also within the same millisecond", async () => {
    const id = await addRule(db, rule("opened"), "ada", nowMs);
    const { updated_at_ms: expectedUpdatedAtMs } = await findRule(db, id, nowMs);
    await setRule(db, id, rule("first"), { nowMs, expectedUpdatedAtMs });
    await expect(setRule(db, id, rule("second"), { nowMs, expectedUpdatedAtMs })).rejects.toMatchObject({
      status: 409,
      code: "rule_changed",
    });
    const first = await findRule(db, id, nowMs);
    expect(first.name).toBe("first");
    await setRule(db, id, rule("second"), { nowMs, expectedUpdatedAtMs: first.updated_at_ms });
    expect((await findRule(db, id, nowMs)).name).toBe("second");
  });

  it("replaces any state of the rule where none is expected", async () => {
    const id = await addRule(db, rule("opened"), "ada", nowMs);
    await setRule(db, id, rule("first"), { nowMs });
    await setRule(db, id, rule("second"), { nowMs });
    expect((await findRule(db, id, nowMs)).name).toBe("second");
  });
});
