// Alerts and the states of subjects. Only the evaluator opens alerts; operators end them by changing rules, or close those
// without data.
import { type RawBuilder, sql } from "kysely";
import { type SignalKind, signalKinds } from "../../bff/alert-rules.ts";
import { type Alert, resolvedWhys } from "../../bff/alerts.ts";
import type { AlertTables } from "../db/alert-tables.ts";
import type { Database } from "../db/database.ts";
import { upsert } from "../db/upsert.ts";
import { paces } from "../kernel/paces.ts";
import { isPoolEmpty } from "../pools/pool-samples.ts";
import { readKeptMs, sinceOf } from "./alert-window.ts";
import { queueEnd, receiversOf } from "./deliveries.ts";

export type AlertRow = AlertTables["alerts"];
export type StateRow = AlertTables["alert_states"];
type ResolvedWhy = (typeof resolvedWhys)[number];

/** The states of all subjects. */
export const readStates = (db: Database): Promise<StateRow[]> =>
  db.selectFrom("alert_states").selectAll().execute();

/** Inserts or replaces the state of a subject. */
export async function writeState(trx: Database, row: StateRow): Promise<void> {
  await upsert(trx, "alert_states", [row]);
}

/** Deletes the state of a subject. */
export async function dropState(trx: Database, ruleId: string, subject: string): Promise<void> {
  await trx.deleteFrom("alert_states").where("rule_id", "=", ruleId).where("subject", "=", subject).execute();
}

export async function openAlert(trx: Database, row: AlertRow): Promise<void> {
  await trx.insertInto("alerts").values(row).execute();
}

/** Updates the text of an open alert, and its limit where there is one now. */
export async function updateAlertFigures(
  trx: Database,
  id: string,
  { message, limitMs }: { message: string; limitMs: number | null },
): Promise<void> {
  await trx
    .updateTable("alerts")
    .set({ message, ...(limitMs === null ? {} : { limit_ms: limitMs }) })
    .where("id", "=", id)
    .execute();
}

export async function resolveAlert(
  trx: Database,
  id: string,
  end: { why: ResolvedWhy; message: string; nowMs: number; by?: string; note?: string },
): Promise<void> {
  await trx
    .updateTable("alerts")
    .set({
      resolved_at_ms: end.nowMs,
      resolved_why: end.why,
      message: end.message,
      closed_by: end.by ?? null,
      closed_note: end.note ?? null,
    })
    .where("id", "=", id)
    .where("resolved_at_ms", "is", null)
    .execute();
}

/** Ends all open alerts of a rule, notifies the webhooks that received them, and deletes the states. */
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
    await resolveAlert(trx, row.id, { why, message: row.message, nowMs });
    await queueEnd(trx, { ...row, resolved_at_ms: nowMs, resolved_why: why }, nowMs);
  }
  await trx.deleteFrom("alert_states").where("rule_id", "=", ruleId).execute();
}

/**
 * Whether a firing subject has been without data for long enough to close its alert. An alert without a state would stay
 * open forever, so it counts as without data.
 */
export const isWithoutData = (
  state: { known: number | null; unknown_since_ms: number | null } | undefined,
  nowMs: number,
): boolean =>
  state === undefined ||
  state.known === null ||
  (state.known === 0 &&
    state.unknown_since_ms !== null &&
    nowMs - state.unknown_since_ms >= paces.alerts.closableAfterMs);

/** Rule and subject of every open alert of a known kind. */
export const subjectsOfOpenAlerts = (db: Database): Promise<Pick<AlertRow, "rule_id" | "subject">[]> =>
  db
    .selectFrom("alerts")
    .select(["rule_id", "subject"])
    .where("resolved_at_ms", "is", null)
    .where("kind", "in", [...signalKinds])
    .execute();

const isKind = (text: string) => signalKinds.find((kind) => kind === text);

/** Signals of what hits users now. */
const severeKinds = [
  "failure_share",
  "proxy_down",
  "upstream_unreachable",
  "nothing_recorded",
] as const satisfies readonly SignalKind[];
const kindsOfPools = ["pool_cannot_fill", "pool_time_to_empty"] as const satisfies readonly SignalKind[];

/** Whether an alert is about what hits users now: a pool only while it is empty, as `poolSeverity` has it. */
const isSevere = (nowMs: number) => sql<boolean>`(
  alerts.kind in (${sql.join(severeKinds)}) or alerts.kind in (${sql.join(kindsOfPools)})
    and ${isPoolEmpty(sql.ref("alerts.subject"), nowMs - paces.upstream.oldestMs)})`;

/** Place of an alert in its list: open ones are listed by when they fired, resolved ones, of which none is severe, by their end. */
export interface AlertPosition {
  severe: 0 | 1;
  atMs: number;
  id: string;
}

/** Whether an alert is listed after `position`. */
const isAfter = (
  { severity, time }: { severity: RawBuilder<number>; time: string },
  { severe, atMs, id }: AlertPosition,
) => sql<boolean>`(${severity} < ${severe} or ${severity} = ${severe}
  and (${sql.ref(time)} < ${atMs} or ${sql.ref(time)} = ${atMs} and alerts.id > ${id}))`;

/**
 * Alerts without mutes; one more than `limit` if there are more. Open ones: what hits users now first, then the newest.
 * Resolved ones: the newest first. Both after the one of `after`.
 */
export async function listAlerts(
  db: Database,
  filter: {
    state: "open" | "resolved";
    limit: number;
    nowMs: number;
    after?: AlertPosition | undefined;
  },
): Promise<Omit<Alert, "muted_until_ms" | "rule_muted">[]> {
  const ended = filter.state === "resolved";
  const { after } = filter;
  const time = ended ? "alerts.resolved_at_ms" : "alerts.fired_at_ms";
  const severity = ended
    ? sql<number>`0`
    : sql<number>`case when ${isSevere(filter.nowMs)} then 1 else 0 end`;
  const all = db
    .selectFrom("alerts")
    .leftJoin("alert_states", "alert_states.alert_id", "alerts.id")
    .leftJoin("alert_rules", "alert_rules.id", "alerts.rule_id")
    .selectAll("alerts")
    .select("alert_rules.signal")
    .select(severity.as("severe"))
    .select(["alert_states.known", "alert_states.notified", "alert_states.unknown_since_ms"])
    .where("alerts.resolved_at_ms", ended ? "is not" : "is", null);
  const rows = await (after === undefined ? all : all.where(isAfter({ severity, time }, after)))
    .$if(!ended, (query) => query.orderBy("severe", "desc"))
    .orderBy(time, "desc")
    .orderBy("alerts.id")
    .limit(filter.limit + 1)
    .execute();
  const keptMs = await readKeptMs(db, filter.nowMs);
  const openIds = ended ? [] : rows.map(({ id }) => id);
  const withReceivers = new Set((await receiversOf(db, openIds)).map(({ alert_id }) => alert_id));
  return rows.flatMap(({ known, notified, unknown_since_ms, kind: text, resolved_why, signal, ...row }) => {
    const kind = isKind(text);
    if (kind === undefined) return [];
    const why = resolvedWhys.find((each) => each === resolved_why) ?? null;
    return [
      {
        ...row,
        kind,
        since_ms: sinceOf({ ...row, kind, signal }, keptMs),
        resolved_why: why,
        known: ended || known === 1,
        severe: row.severe === 1,
        no_data_since_ms: ended || known === 1 ? null : unknown_since_ms,
        closable: !ended && isWithoutData({ known, unknown_since_ms }, filter.nowMs),
        silent: notified === 0,
        notifies_end: withReceivers.has(row.id),
      },
    ];
  });
}
