import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { RuleSetting } from "../../bff/alert-rules.ts";
import type { Database } from "../db/database.ts";
import { addRule, findRule, readRules, setRule, targetOfMute, targetOfRuleChange } from "./alert-rules.ts";
import { writeState } from "./alerts.ts";
import { addWebhook, changeWebhook, removeWebhook } from "./webhooks.ts";

const nowMs = Date.UTC(2026, 10, 25);
let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-rules-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const rule = (name: string): RuleSetting => ({
  name,
  signal: { kind: "proxy_down", checks: 1 },
  for_seconds: 0,
  clear_seconds: 0,
  remind_hours: 0,
  enabled: true,
  webhooks: [],
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

it("a change is recorded with the rule and the settings that become others", async () => {
  const id = await addRule(db, rule("proxies"), "ada", nowMs);
  const signal = { kind: "proxy_down", checks: 3 } as const;
  const of = (setting: Partial<RuleSetting>) =>
    targetOfRuleChange(db, id, { ...rule("proxies"), ...setting });
  expect(await of({})).toBe(id);
  expect(await of({ enabled: false, for_seconds: 60 })).toBe(`${id} (for_seconds: 60, enabled: false)`);
  expect(await of({ signal })).toBe(`${id} (signal: {"kind":"proxy_down","checks":3})`);
});

it("a mute is recorded with its rule, its subject by name, and its time", async () => {
  const of = (subject: string, minutes: number) => targetOfMute(db, "rule1", { subject, minutes });
  const state = { state: "ok", known: 1, message: "", bad_ms: 0, clear_ms: 0, quiet_ms: 0 } as const;
  await writeState(db, {
    rule_id: "rule1",
    subject: "px1",
    label: "mobile-tokyo",
    ...state,
    notified: 0,
    alert_id: null,
    unknown_since_ms: null,
  });
  expect(await of("", 10_080)).toBe("rule1 to 7 d");
  expect(await of("", 0)).toBe("rule1 to off");
  expect(await of("px1", 60)).toBe("rule1 (mobile-tokyo) to 1 h");
  expect(await of("px2", 0)).toBe("rule1 (px2) to off");
});

describe("the webhooks of a rule", () => {
  const notifying = (...webhooks: string[]): RuleSetting => ({ ...rule("notifies"), webhooks });
  beforeEach(async () => {
    for (const id of ["one", "two"])
      await addWebhook(db, {
        id,
        name: id,
        origin: "https://hooks.example.com",
        sealed: "-",
        enabled: 1,
        created_by: "ada",
        created_at_ms: 1,
      });
  });

  it("have to exist", async () => {
    const refusal = { status: 400, message: expect.stringContaining("never") };
    await expect(addRule(db, notifying("one", "never"), "ada", nowMs)).rejects.toMatchObject(refusal);
    const id = await addRule(db, notifying("one"), "ada", nowMs);
    await expect(setRule(db, id, notifying("never"), { nowMs })).rejects.toMatchObject(refusal);
    expect((await findRule(db, id, nowMs)).webhooks).toEqual(["one"]);
  });

  it("are without one that was deleted", async () => {
    const id = await addRule(db, notifying("one", "two"), "ada", nowMs);
    await removeWebhook(db, "one");
    expect(await readRules(db)).toMatchObject([{ id, webhooks: ["two"] }]);
    await setRule(db, id, { ...notifying("two"), name: "renamed" }, { nowMs });
    expect((await findRule(db, id, nowMs)).webhooks).toEqual(["two"]);
  });

  it("are without one that was deleted by an earlier version, which left it in the rule", async () => {
    const id = await addRule(db, notifying("one", "two"), "ada", nowMs);
    await db.deleteFrom("webhooks").where("id", "=", "one").execute();
    expect(await findRule(db, id, nowMs)).toMatchObject({ webhooks: ["two"], webhooks_off: 0 });
  });

  it("are counted apart where they are off", async () => {
    const id = await addRule(db, notifying("one", "two"), "ada", nowMs);
    await changeWebhook(db, "two", { enabled: false });
    expect(await findRule(db, id, nowMs)).toMatchObject({ webhooks: ["one", "two"], webhooks_off: 1 });
  });
});

describe("the subjects of a rule", () => {
  it("are cut to a hundred, but all are counted", async () => {
    const id = await addRule(db, rule("many"), "ada", nowMs);
    const states = [
      "firing",
      "firing",
      "pending",
      ...Array.from({ length: 117 }, () => "ok" as const),
    ] as const;
    for (const [at, state] of states.entries())
      await writeState(db, {
        rule_id: id,
        subject: `p${at}`,
        label: `proxy ${at}`,
        message: "",
        state,
        known: at < 110 ? 1 : 0,
        bad_ms: 0,
        clear_ms: 0,
        quiet_ms: 0,
        notified: 0,
        alert_id: null,
        unknown_since_ms: null,
      });
    const { subjects, subject_counts: counts } = await findRule(db, id, nowMs);
    expect(subjects).toHaveLength(100);
    expect(counts).toEqual({ total: 120, firing: 2, firing_unknown: 0, pending: 1, unknown: 10 });
  });
});
