import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { type RuleSetting, ruleLimits, ruleSetting } from "../../bff/alert-rules.ts";
import type { Database } from "../db/database.ts";
import { addRule, listRules, removeRule, setRule } from "./alert-rules.ts";
import { addStarterRules } from "./starter-rules.ts";

const nowMs = Date.UTC(2026, 10, 25);
let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-starters-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const add = () => addStarterRules(db, "ada", nowMs);
const names = async () => (await listRules(db, nowMs)).map(({ name }) => name);
const rule = (given: Partial<RuleSetting>): RuleSetting => ({
  name: "Mine",
  signal: { kind: "proxy_down", checks: 1 },
  for_seconds: 0,
  clear_seconds: 0,
  remind_hours: 0,
  enabled: true,
  webhooks: [],
  ...given,
});

describe("the starter rules", () => {
  it("are four valid rules that are on, and a second time none is added", async () => {
    expect(await add()).toHaveLength(4);
    const rules = await listRules(db, nowMs);
    expect(rules.map(({ name }) => name)).toEqual([
      "High failure share",
      "Nothing recorded",
      "Pool cannot fill",
      "Proxy down",
    ]);
    for (const each of rules) {
      expect(ruleSetting.safeParse(each).success).toBe(true);
      expect(each).toMatchObject({ enabled: true, created_by: "ada" });
    }
    expect(await add()).toEqual([]);
    expect(await names()).toHaveLength(4);
  });

  it("are added once by two at the same time", async () => {
    const added = await Promise.all([add(), add()]);
    expect(added.flat()).toHaveLength(4);
  });

  it("are not added again after a change, and only the missing one after a deletion", async () => {
    await add();
    const proxyDown = { kind: "proxy_down", proxy: "p1", checks: 3 } as const;
    await setRule(db, "starter-proxy-down", rule({ name: "EU proxy", signal: proxyDown }), { nowMs });
    await removeRule(db, "starter-failure-spike", nowMs);
    expect(await add()).toEqual(["starter-failure-spike"]);
    expect(await names()).toContain("EU proxy");
  });

  it("leave out what another rule watches for all, not what it watches of one", async () => {
    await addRule(db, rule({}), "bea", nowMs);
    await addRule(db, rule({ signal: { kind: "pool_cannot_fill", pool: "a", minutes: 1 } }), "bea", nowMs);
    expect(await add()).toEqual([
      "starter-pool-cannot-fill",
      "starter-failure-spike",
      "starter-nothing-recorded",
    ]);
  });

  it("are added all or not at all at the limit of rules", async () => {
    const one = rule({ signal: { kind: "proxy_down", proxy: "x", checks: 1 } });
    for (let at = 0; at < ruleLimits.rules - 2; at += 1) await addRule(db, one, "bea", nowMs);
    await expect(add()).rejects.toMatchObject({ status: 409, code: "too_many_rules" });
    expect(await names()).toHaveLength(ruleLimits.rules - 2);
  });
});
