// What fired and where each subject stands. The evaluator alone opens alerts; operators end them by changing rules, or
// by closing what has no data.

import { signalKinds } from "../../bff/alert-rules.ts";
import { type Alert, resolvedWhys } from "../../bff/alerts.ts";
import { paces } from "../paces.ts";
import type { AlertTables } from "./alert-tables.ts";
import type { Database } from "./database.ts";
import { queueEnd } from "./deliveries.ts";

export type AlertRow = AlertTables["alerts"];
export type StateRow = AlertTables["alert_states"];
type ResolvedWhy = (typeof resolvedWhys)[number];

/** Where subjects stand, by rule and subject. */
export const readStates = (db: Database): Promise<StateRow[]> =>
  db.selectFrom("alert_states").selectAll().execute();

/** Sets where a subject stands. */
export async function writeState(trx: Database, row: StateRow): Promise<void> {
  const { rule_id: _, subject: __, ...set } = row;
  await trx
    .insertInto("alert_states")
    .values(row)
    .onConflict((conflict) => conflict.columns(["rule_id", "subject"]).doUpdateSet(set))
    .execute();
}

/** Forgets a subject that is no more. */
export async function dropState(trx: Database, ruleId: string, subject: string): Promise<void> {
  await trx.deleteFrom("alert_states").where("rule_id", "=", ruleId).where("subject", "=", subject).execute();
}

export async function openAlert(trx: Database, row: AlertRow): Promise<void> {
  await trx.insertInto("alerts").values(row).execute();
}

/** What the figures of an open alert say now. */
export async function sayOfAlert(trx: Database, id: string, words: string): Promise<void> {
  await trx.updateTable("alerts").set({ words }).where("id", "=", id).execute();
}

export async function resolveAlert(
  trx: Database,
  id: string,
  end: { why: ResolvedWhy; words: string; nowMs: number; by?: string; note?: string },
): Promise<void> {
  await trx
    .updateTable("alerts")
    .set({
      resolved_at_ms: end.nowMs,
      resolved_why: end.why,
      words: end.words,
      closed_by: end.by ?? null,
      closed_note: end.note ?? null,
    })
    .where("id", "=", id)
    .where("resolved_at_ms", "is", null)
    .execute();
}

/** Ends everything a rule says; whoever was told that something is open is told that it is over. */
export async function endAlerts(
  trx: Database,
  ruleId: string,
  why: ResolvedWhy,
  nowMs: number,
): Promise<void> {
  const open = await trx
    .selectFrom("alerts")
    .selectAll()
    .where("rule_id", "=", ruleId)
    .where("resolved_at_ms", "is", null)
    .execute();
  for (const row of open) {
    await resolveAlert(trx, row.id, { why, words: row.words, nowMs });
    await queueEnd(trx, { ...row, resolved_at_ms: nowMs, resolved_why: why }, nowMs);
  }
  await trx.deleteFrom("alert_states").where("rule_id", "=", ruleId).execute();
}

/**
 * Whether there has been no data of a firing subject for long enough to close its alert. An alert whose standing is
 * lost would stay open for ever: it has none.
 */
export const isWithoutData = (
  state: { known: number | null; unknown_since_ms: number | null } | undefined,
  nowMs: number,
): boolean =>
  state === undefined ||
  state.known === null ||
  (state.known === 0 &&
    state.unknown_since_ms !== null &&
    Math.abs(nowMs - state.unknown_since_ms) >= paces.alerts.closableAfterMs);

const isKind = (text: string) => signalKinds.find((kind) => kind === text);

/** Open or resolved alerts, newest first, one more than `limit` where there are more. Without who is muted. */
export async function listAlerts(
  db: Database,
  asked: { state: "open" | "resolved"; limit: number; nowMs: number },
): Promise<Omit<Alert, "muted_until_ms">[]> {
  const ended = asked.state === "resolved";
  const rows = await db
    .selectFrom("alerts")
    .leftJoin("alert_states", "alert_states.alert_id", "alerts.id")
    .selectAll("alerts")
    .select(["alert_states.known", "alert_states.told", "alert_states.unknown_since_ms"])
    .where("alerts.resolved_at_ms", ended ? "is not" : "is", null)
    .orderBy(ended ? "alerts.resolved_at_ms" : "alerts.fired_at_ms", "desc")
    .orderBy("alerts.id")
    .limit(asked.limit + 1)
    .execute();
  return rows.flatMap(({ known, told, unknown_since_ms, kind: text, resolved_why, ...row }) => {
    const kind = isKind(text);
    if (kind === undefined) return [];
    const why = resolvedWhys.find((each) => each === resolved_why) ?? null;
    return [
      {
        ...row,
        kind,
        resolved_why: why,
        known: ended || known === 1,
        no_data_since_ms: ended || known === 1 ? null : unknown_since_ms,
        closable: !ended && isWithoutData({ known, unknown_since_ms }, asked.nowMs),
        silent: told === 0,
      },
    ];
  });
}
