// The rules that every fleet needs, added by one act. Their ids are fixed, so that none is added twice, also not after an
// operator changed it.
import type { RuleSetting } from "../../bff/alert-rules.ts";
import type { Database } from "../db/database.ts";
import { insertRule, lockRules, readRules, type StoredRule } from "./alert-rules.ts";

const usual = {
  clear_seconds: 60,
  remind_hours: 4,
  enabled: true,
  webhooks: [],
} satisfies Partial<RuleSetting>;

const starters: Readonly<Record<string, RuleSetting>> = {
  "starter-pool-cannot-fill": {
    name: "Pool cannot fill",
    signal: { kind: "pool_cannot_fill", minutes: 5 },
    for_seconds: 0,
    ...usual,
  },
  "starter-failure-spike": {
    name: "High failure share",
    signal: { kind: "failure_share", percent: 20, window_minutes: 15, least: 20 },
    for_seconds: 60,
    ...usual,
  },
  "starter-proxy-down": {
    name: "Proxy down",
    signal: { kind: "proxy_down", checks: 2 },
    for_seconds: 0,
    ...usual,
  },
  "starter-nothing-recorded": {
    name: "Nothing recorded",
    signal: { kind: "nothing_recorded", minutes: 10 },
    for_seconds: 0,
    ...usual,
  },
};

/** Whether a signal is for everything of its kind, not for one pool, proxy or action. */
const isOfAll = ({ signal }: Pick<StoredRule, "signal">) =>
  ["pool", "proxy", "app", "action"].every((field) => !(field in signal));

/**
 * Adds the starter rules that are missing, and returns their ids. One is not missing when it exists, or another rule of
 * its signal for everything. Throws a Problem (409) at the limit of rules; then none is added.
 */
export function addStarterRules(db: Database, by: string, nowMs: number): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await lockRules(db, trx);
    const present = await readRules(trx);
    const missing = Object.entries(starters).filter(
      ([id, { signal }]) =>
        !present.some((rule) => rule.id === id || (rule.signal.kind === signal.kind && isOfAll(rule))),
    );
    for (const [id, setting] of missing) await insertRule(trx, id, setting, by, nowMs);
    return missing.map(([id]) => id);
  });
}
