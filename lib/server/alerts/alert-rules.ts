// Alert rules with their mutes, set by operators, and the states of their subjects, written by the evaluator.

import {
  type AlertMute,
  type AlertRule,
  type MuteSetting,
  type RuleSetting,
  type RuleSubject,
  ruleLimits,
  type Signal,
  signal as signalShape,
} from "../../bff/alert-rules.ts";
import { countSubjects } from "../../bff/subject-counts.ts";
import { hourMs } from "../../bff/time-units.ts";
import { formatDuration } from "../../format/duration.ts";
import { changedFields, targetOfChange } from "../audit/fields-set.ts";
import type { AlertTables } from "../db/alert-tables.ts";
import { countRows, rowCount } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import { upsert } from "../db/upsert.ts";
import { changeTime } from "../kernel/change-time.ts";
import { parsedJson } from "../kernel/parsed-json.ts";
import { noSuch, Problem } from "../kernel/problem.ts";
import { endAlerts } from "./alerts.ts";
import { checkWebhooks, readWebhookStates, webhookIds } from "./rule-webhooks.ts";

/** A rule as the evaluator uses it. */
export interface StoredRule {
  id: string;
  name: string;
  signal: Signal;
  /** How long the signal must be bad: the rule's delay, or the signal's own minutes if longer. */
  forMs: number;
  clearMs: number;
  remindMs: number;
  enabled: boolean;
  webhooks: string[];
}

type RuleRow = AlertTables["alert_rules"];
const maxSubjects = 100;
const noRule = () => noSuch("rule");

const signalWaitMs = (signal: Signal): number =>
  signal.kind === "pool_cannot_fill" ? signal.minutes * 60_000 : 0;

/** Undefined for a row with a signal of a later version. */
function fromRow(row: RuleRow): StoredRule | undefined {
  const signal = signalShape.safeParse(parsedJson(row.signal));
  if (!signal.success) return undefined;
  return {
    id: row.id,
    name: row.name,
    signal: signal.data,
    forMs: Math.max(row.for_ms, signalWaitMs(signal.data)),
    clearMs: row.clear_ms,
    remindMs: row.remind_ms,
    enabled: row.enabled === 1,
    webhooks: webhookIds(row.webhooks),
  };
}

const columnsOf = (setting: RuleSetting, nowMs: number) => ({
  name: setting.name,
  signal: JSON.stringify(setting.signal),
  for_ms: setting.for_seconds * 1_000,
  clear_ms: setting.clear_seconds * 1_000,
  remind_ms: setting.remind_hours * hourMs,
  enabled: setting.enabled ? 1 : 0,
  webhooks: JSON.stringify(setting.webhooks),
  updated_at_ms: nowMs,
});

/** Serializes changes of rules and evaluations, so that a deleted rule leaves no open alert. */
export async function lockRules(db: Database, trx: Database): Promise<void> {
  await lockReplicas(db, trx, "alert_rules");
}

/** All rules with a known signal, oldest first. */
export async function readRules(db: Database): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom("alert_rules")
    .selectAll()
    .orderBy("created_at_ms")
    .orderBy("id")
    .execute();
  return rows.flatMap((row) => fromRow(row) ?? []);
}

/** Active mutes by rule. */
export async function readMutes(db: Database, nowMs: number): Promise<Map<string, AlertMute[]>> {
  const mutes = new Map<string, AlertMute[]>();
  const rows = await db.selectFrom("alert_mutes").selectAll().where("until_ms", ">", nowMs).execute();
  for (const { rule_id: id, subject, until_ms, by } of rows)
    mutes.set(id, [...(mutes.get(id) ?? []), { subject, until_ms, by }]);
  return mutes;
}

const order = { firing: 0, pending: 1, ok: 2 } as const;

function toAlertRule(
  row: RuleRow,
  mutes: readonly AlertMute[],
  subjects: readonly RuleSubject[],
  webhooksOn: ReadonlyMap<string, boolean>,
): AlertRule[] {
  const rule = fromRow(row);
  if (rule === undefined) return [];
  // A version before left the ids of deleted ones.
  const webhooks = rule.webhooks.filter((webhook) => webhooksOn.has(webhook));
  return [
    {
      id: row.id,
      name: row.name,
      signal: rule.signal,
      for_seconds: Math.round(row.for_ms / 1_000),
      clear_seconds: Math.round(row.clear_ms / 1_000),
      remind_hours: Math.round(row.remind_ms / hourMs),
      enabled: rule.enabled,
      webhooks,
      webhooks_off: webhooks.filter((webhook) => webhooksOn.get(webhook) === false).length,
      created_by: row.created_by,
      created_at_ms: row.created_at_ms,
      updated_at_ms: row.updated_at_ms,
      mutes: [...mutes],
      subjects: [...subjects]
        .sort((a, b) => order[a.state] - order[b.state] || (a.label < b.label ? -1 : 1))
        .slice(0, maxSubjects),
      subject_counts: countSubjects(subjects),
    },
  ];
}

/** Rules in the BFF's shape, by name. */
export async function listRules(db: Database, nowMs: number): Promise<AlertRule[]> {
  const rows = await db.selectFrom("alert_rules").selectAll().execute();
  const mutes = await readMutes(db, nowMs);
  const webhooksOn = await readWebhookStates(db);
  const states = await db
    .selectFrom("alert_states")
    .select(["rule_id", "subject", "label", "state", "known", "message"])
    .execute();
  const subjects = Map.groupBy(states, (state) => state.rule_id);
  const names = new Intl.Collator("en", { numeric: true });
  return rows
    .flatMap((row) =>
      toAlertRule(
        row,
        mutes.get(row.id) ?? [],
        (subjects.get(row.id) ?? []).map(({ rule_id: _, known, ...state }) => ({
          ...state,
          known: known === 1,
        })),
        webhooksOn,
      ),
    )
    .sort((a, b) => names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

/** One rule in the BFF's shape; throws a Problem (404). */
export async function findRule(db: Database, id: string, nowMs: number): Promise<AlertRule> {
  const found = (await listRules(db, nowMs)).find((rule) => rule.id === id);
  if (found === undefined) throw noRule();
  return found;
}

/** Adds a rule and returns its id; throws a Problem: 400 for an unknown webhook, 409 at the limit. */
export function addRule(db: Database, setting: RuleSetting, by: string, nowMs: number): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockRules(db, trx);
    const id = crypto.randomUUID();
    await insertRule(trx, id, setting, by, nowMs);
    return id;
  });
}

/** As `addRule`, under an id and in a transaction that has locked the rules. */
export async function insertRule(
  trx: Database,
  id: string,
  setting: RuleSetting,
  by: string,
  nowMs: number,
): Promise<void> {
  if ((await countRows(trx.selectFrom("alert_rules").select(rowCount))) >= ruleLimits.rules)
    throw new Problem(
      409,
      "too_many_rules",
      `There are ${ruleLimits.rules} rules already. Delete one first.`,
    );
  await checkWebhooks(trx, setting.webhooks);
  await trx
    .insertInto("alert_rules")
    .values({ id, ...columnsOf(setting, nowMs), created_by: by, created_at_ms: nowMs })
    .execute();
}

/**
 * Replaces a rule; ends its alerts when the signal changed or the rule is off. Throws a Problem: 400 for an unknown
 * webhook, 404, or 409 where it was changed since `expectedUpdatedAtMs`.
 */
export function setRule(
  db: Database,
  id: string,
  setting: RuleSetting,
  { nowMs, expectedUpdatedAtMs }: { nowMs: number; expectedUpdatedAtMs?: number | undefined },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRules(db, trx);
    const before = await trx.selectFrom("alert_rules").selectAll().where("id", "=", id).executeTakeFirst();
    if (before === undefined) throw noRule();
    const updatedAtMs = changeTime(
      before.updated_at_ms,
      { nowMs, expectedMs: expectedUpdatedAtMs },
      { code: "rule_changed", message: "The rule was changed after you opened it." },
    );
    await checkWebhooks(trx, setting.webhooks);
    const columns = columnsOf(setting, updatedAtMs);
    await trx.updateTable("alert_rules").set(columns).where("id", "=", id).execute();
    // As parsed: the stored text may have its keys in another order.
    const isOtherSignal =
      JSON.stringify(fromRow(before)?.signal) !== JSON.stringify(signalShape.parse(setting.signal));
    if (isOtherSignal) await endAlerts(trx, id, "rule_changed", nowMs);
    else if (!setting.enabled) await endAlerts(trx, id, "rule_off", nowMs);
  });
}

/** Deletes a rule with its states and mutes, and ends its alerts. Throws a Problem (404). */
export function removeRule(db: Database, id: string, nowMs: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRules(db, trx);
    const { numDeletedRows } = await trx
      .deleteFrom("alert_rules")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw noRule();
    await trx.deleteFrom("alert_mutes").where("rule_id", "=", id).execute();
    await endAlerts(trx, id, "rule_deleted", nowMs);
  });
}

/** A change as the audit has it: the rule's id, and the settings that become others: `5a1e (for_seconds: 60)`. */
export async function targetOfRuleChange(db: Database, id: string, setting: RuleSetting): Promise<string> {
  const row = await db.selectFrom("alert_rules").selectAll().where("id", "=", id).executeTakeFirst();
  const [before] = row === undefined ? [] : toAlertRule(row, [], [], await readWebhookStates(db));
  return targetOfChange(id, changedFields(before ?? {}, setting));
}

/** A mute as the audit has it: the rule's id, the name of the subject if it is of one, and for how long: `5a1e (mobile-tokyo) to 1 h`. */
export async function targetOfMute(
  db: Database,
  id: string,
  { subject, minutes }: MuteSetting,
): Promise<string> {
  const state = await db
    .selectFrom("alert_states")
    .select("label")
    .where("rule_id", "=", id)
    .where("subject", "=", subject)
    .executeTakeFirst();
  const of = subject === "" ? "" : ` (${state?.label || subject})`;
  return `${id}${of} to ${minutes === 0 ? "off" : formatDuration(minutes * 60_000)}`;
}

/** Sets a mute for `minutes`, or deletes it (0 minutes). Throws a Problem (404). */
export function setMute(
  db: Database,
  id: string,
  mute: MuteSetting,
  by: string,
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockRules(db, trx);
    const rule = await trx.selectFrom("alert_rules").select("id").where("id", "=", id).executeTakeFirst();
    if (rule === undefined) throw noRule();
    const { subject, minutes } = mute;
    if (minutes === 0)
      await trx.deleteFrom("alert_mutes").where("rule_id", "=", id).where("subject", "=", subject).execute();
    else
      await upsert(trx, "alert_mutes", [
        { rule_id: id, subject, until_ms: nowMs + minutes * 60_000, by, at_ms: nowMs },
      ]);
  });
}
