// Evaluates the rules in turns while this replica leads. The changes of a turn and their notices are one transaction under
// the lease: a crash neither loses nor repeats them, and another leader continues from the same rows.
import type { AlertMute } from "../../bff/alert-rules.ts";
import type { Clock } from "../../clock.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { PeriodicTask } from "../kernel/periodic-task.ts";
import { lockRules, readMutes, readRules, type StoredRule } from "./alert-rules.ts";
import { type SubjectStanding, standingOk, transition, type Verdict } from "./alert-state-machine.ts";
import {
  type AlertRow,
  dropState,
  openAlert,
  readStates,
  resolveAlert,
  type StateRow,
  updateAlertFigures,
  writeState,
} from "./alerts.ts";
import { queueDelivery, queueEnd, receiversOf } from "./deliveries.ts";
import { readWebhookStates } from "./rule-webhooks.ts";
import type { SignalOutcome } from "./signal-outcome.ts";

export const evaluatedCheckpoint = "alerts";

export interface EvaluatorDeps {
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  read: (rule: StoredRule) => Promise<SignalOutcome>;
  clock: Clock;
  newId: () => string;
  report: (what: string, error: unknown) => void;
}

interface SubjectEvaluation {
  rule: StoredRule;
  subject: string;
  label: string;
  verdict: Verdict;
  message: string;
  limitMs: number | null;
  gone: boolean;
  before: StateRow | undefined;
}

const standingOf = (row: StateRow | undefined): SubjectStanding =>
  row === undefined
    ? standingOk
    : {
        state: row.state,
        badMs: row.bad_ms,
        clearMs: row.clear_ms,
        quietMs: row.quiet_ms,
        notified: row.notified === 1,
      };

const absentMessages = { unknown: "no data", clear: "condition not met now" } as const;
const goneMessage = ({ signal: { kind } }: StoredRule) =>
  kind.startsWith("pool_")
    ? "the pool was deleted"
    : kind.startsWith("proxy_")
      ? "the proxy was deleted"
      : "it was deleted";

/** The evaluation of each subject: those read, and those with a state that were not read. */
function evaluationsOf(
  rule: StoredRule,
  outcome: SignalOutcome,
  before: readonly StateRow[],
): SubjectEvaluation[] {
  const known = new Map(before.map((row) => [row.subject, row]));
  const evaluations: SubjectEvaluation[] = [];
  if (outcome.known)
    for (const { limit_ms: limitMs = null, ...reading } of outcome.readings)
      evaluations.push({ rule, ...reading, limitMs, gone: false, before: known.get(reading.subject) });
  const read = new Set(evaluations.map(({ subject }) => subject));
  for (const row of before) {
    if (read.has(row.subject)) continue;
    const absent = !outcome.known ? "unknown" : outcome.gone?.has(row.subject) ? "gone" : outcome.absent;
    evaluations.push({
      rule,
      subject: row.subject,
      label: row.label,
      verdict: absent === "unknown" ? "unknown" : "clear",
      message: !outcome.known
        ? outcome.message
        : absent === "gone"
          ? goneMessage(rule)
          : absentMessages[absent],
      limitMs: null,
      gone: absent === "gone",
      before: row,
    });
  }
  return evaluations;
}

/** The webhooks at one evaluation. */
interface Webhooks {
  /** Whether each is on. */
  on: ReadonlyMap<string, boolean>;
  /** By alert: those that it was queued for. */
  receivers: ReadonlyMap<string, ReadonlySet<string>>;
}

async function readWebhooks(trx: Database, states: readonly StateRow[]): Promise<Webhooks> {
  const open = states.flatMap(({ alert_id: id }) => id ?? []);
  const received = Map.groupBy(await receiversOf(trx, open), ({ alert_id: id }) => id ?? "");
  return {
    on: await readWebhookStates(trx),
    receivers: new Map([...received].map(([alertId, rows]) => [alertId, new Set(rows.map(({ id }) => id))])),
  };
}

const isMuted = (mutes: readonly AlertMute[] | undefined, subject: string) =>
  mutes?.some((mute) => mute.subject === "" || mute.subject === subject) ?? false;

export class Evaluator {
  readonly #deps: EvaluatorDeps;
  readonly #work: PeriodicTask;
  #lastEvaluationMs: number | undefined;

  constructor(deps: EvaluatorDeps) {
    this.#deps = deps;
    this.#work = new PeriodicTask({
      everyMs: paces.alerts.turnMs,
      turn: () => this.evaluate(),
      failure: "alert rules could not be evaluated",
      clock: deps.clock,
      report: deps.report,
    });
  }

  start(): void {
    this.#work.start();
  }

  stop(): void {
    this.#work.stop();
  }

  /** Evaluates every enabled rule once. */
  async evaluate(): Promise<void> {
    const { db, write, read, clock, report } = this.#deps;
    const atMs = clock.monotonicMs();
    const elapsedMs =
      this.#lastEvaluationMs === undefined
        ? 0
        : Math.min(paces.alerts.mostElapsedMs, atMs - this.#lastEvaluationMs);
    const rules = (await readRules(db)).filter(({ enabled }) => enabled);
    const outcomes = new Map<string, SignalOutcome>();
    for (const rule of rules) {
      try {
        outcomes.set(rule.id, await read(rule));
      } catch (error) {
        report(`the signal of rule ${rule.id} could not be read`, error);
        outcomes.set(rule.id, { known: false, message: "what was recorded could not be read" });
      }
    }
    await write(async (trx) => {
      await lockRules(db, trx);
      // Read again in the transaction: an operator may have changed a rule while the signals were read.
      const now = new Map((await readRules(trx)).map((rule) => [rule.id, rule]));
      const allStates = await readStates(trx);
      const states = Map.groupBy(allStates, (row) => row.rule_id);
      const webhooks = await readWebhooks(trx, allStates);
      const mutes = await readMutes(trx, clock.nowMs());
      for (const { id, signal } of rules) {
        const rule = now.get(id);
        const outcome = outcomes.get(id);
        if (rule === undefined || outcome === undefined || !rule.enabled) continue;
        if (JSON.stringify(rule.signal) !== JSON.stringify(signal)) continue;
        for (const evaluation of evaluationsOf(rule, outcome, states.get(id) ?? []))
          await this.#apply(trx, evaluation, {
            elapsedMs,
            muted: isMuted(mutes.get(id), evaluation.subject),
            webhooks,
          });
      }
      await writeCheckpoint(trx, evaluatedCheckpoint, { at_ms: clock.nowMs() });
    });
    this.#lastEvaluationMs = atMs;
  }

  async #apply(
    trx: Database,
    evaluation: SubjectEvaluation,
    now: { elapsedMs: number; muted: boolean; webhooks: Webhooks },
  ): Promise<void> {
    const { rule, subject, label, verdict, message, limitMs, before } = evaluation;
    const nowMs = this.#deps.clock.nowMs();
    const { next, change, notify } = transition(standingOf(before), verdict, rule, now);
    let alertId = before?.alert_id ?? null;
    if (change === "fired") {
      alertId = this.#deps.newId();
      await openAlert(trx, {
        id: alertId,
        rule_id: rule.id,
        rule_name: rule.name,
        kind: rule.signal.kind,
        subject,
        label,
        fired_at_ms: nowMs,
        resolved_at_ms: null,
        resolved_why: null,
        fired_message: message,
        message,
        closed_by: null,
        closed_note: null,
        limit_ms: limitMs,
      });
    }
    if (alertId !== null && change === "resolved")
      await resolveAlert(trx, alertId, { why: evaluation.gone ? "gone" : "clear", message, nowMs });
    else if (alertId !== null && verdict !== "unknown" && before?.message !== message)
      await updateAlertFigures(trx, alertId, { message, limitMs });
    // Also webhooks that were chosen or turned on since it fired.
    const isSent = next.notified && !now.muted && verdict !== "clear" && verdict !== "unknown";
    const event = notify ?? (isSent ? "fired" : undefined);
    if (alertId !== null && event !== undefined)
      await this.#notify(trx, { rule, alertId, event, webhooks: now.webhooks, nowMs });
    if (evaluation.gone && next.state === "ok") return dropState(trx, rule.id, subject);
    const row: StateRow = {
      rule_id: rule.id,
      subject,
      label,
      state: next.state,
      known: verdict === "unknown" ? 0 : 1,
      message,
      bad_ms: next.badMs,
      clear_ms: next.clearMs,
      quiet_ms: next.quietMs,
      notified: next.notified ? 1 : 0,
      alert_id: next.state === "firing" ? alertId : null,
      unknown_since_ms: verdict === "unknown" ? (before?.unknown_since_ms ?? nowMs) : null,
    };
    if (!sameRow(before, row)) await writeState(trx, row);
  }

  /** Queues the event; in place of `reminded`, webhooks that never got the alert get `fired`. */
  async #notify(
    trx: Database,
    notice: {
      rule: StoredRule;
      alertId: string;
      event: "fired" | "reminded" | "resolved";
      webhooks: Webhooks;
      nowMs: number;
    },
  ): Promise<void> {
    const { rule, alertId, event, webhooks, nowMs } = notice;
    const on = [...new Set(rule.webhooks)].filter((id) => webhooks.on.get(id) === true);
    const received = webhooks.receivers.get(alertId);
    const first = on.filter((id) => received?.has(id) !== true);
    if (event === "fired" && first.length === 0) return;
    const alert: AlertRow | undefined = await trx
      .selectFrom("alerts")
      .selectAll()
      .where("id", "=", alertId)
      .executeTakeFirst();
    if (alert === undefined) return;
    if (event === "resolved") await queueEnd(trx, alert, nowMs);
    else
      for (const id of event === "fired" ? first : on)
        await queueDelivery(trx, {
          webhookId: id,
          event: first.includes(id) ? "fired" : event,
          alert,
          nowMs,
        });
  }
}

/** Whether a row need not be written; the texts of an ok subject are not compared, because they are not shown. */
function sameRow(before: StateRow | undefined, row: StateRow): boolean {
  if (before === undefined) return false;
  const ignored = row.state === "ok" && row.known === 1 ? { message: "", label: "" } : {};
  return JSON.stringify(sorted({ ...before, ...ignored })) === JSON.stringify(sorted({ ...row, ...ignored }));
}
const sorted = (row: StateRow) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
