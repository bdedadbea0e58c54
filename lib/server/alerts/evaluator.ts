// Looks at the rules in turns, while this replica leads. What a turn changes, and the notices that tell of it, are one
// transaction under the lease: a crash loses none and repeats none, and another leader goes on from the same rows.
import type { AlertMute } from "../../bff/alert-rules.ts";
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import { type KeptRule, readMutes, readRules, rulesInTurn } from "../store/alert-rules.ts";
import {
  type AlertRow,
  dropState,
  openAlert,
  readStates,
  resolveAlert,
  type StateRow,
  sayOfAlert,
  writeState,
} from "../store/alerts.ts";
import type { Database } from "../store/database.ts";
import { queueEnd, queueEvent } from "../store/deliveries.ts";
import { writeMark } from "../store/marks.ts";
import type { SignalOutcome } from "./reading.ts";
import { type Standing, standingOk, step, type Verdict } from "./step.ts";

export const evaluatedMark = "alerts";

export interface EvaluatorDeps {
  db: Database;
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  read: (rule: KeptRule) => Promise<SignalOutcome>;
  clock: Clock;
  monotonicMs: () => number;
  newId: () => string;
  report: (what: string, error: unknown) => void;
}

interface Look {
  rule: KeptRule;
  subject: string;
  label: string;
  verdict: Verdict;
  words: string;
  gone: boolean;
  before: StateRow | undefined;
}

const standingOf = (row: StateRow | undefined): Standing =>
  row === undefined
    ? standingOk
    : {
        state: row.state,
        badMs: row.bad_ms,
        clearMs: row.clear_ms,
        quietMs: row.quiet_ms,
        told: row.told === 1,
      };

const absentWords = { unknown: "no data", clear: "nothing of the kind now" } as const;
const goneWords = ({ signal: { kind } }: KeptRule) =>
  kind.startsWith("pool_")
    ? "the pool is no more"
    : kind.startsWith("proxy_")
      ? "the proxy is no more"
      : "it is no more";

/** What a rule says of each subject: those read, and those known before that are not among them. */
function looksOf(rule: KeptRule, outcome: SignalOutcome, before: readonly StateRow[]): Look[] {
  const known = new Map(before.map((row) => [row.subject, row]));
  const looks: Look[] = [];
  if (outcome.known)
    for (const { subject, label, verdict, words } of outcome.readings)
      looks.push({ rule, subject, label, verdict, words, gone: false, before: known.get(subject) });
  const read = new Set(looks.map(({ subject }) => subject));
  for (const row of before) {
    if (read.has(row.subject)) continue;
    const absent = !outcome.known ? "unknown" : outcome.gone?.has(row.subject) ? "gone" : outcome.absent;
    looks.push({
      rule,
      subject: row.subject,
      label: row.label,
      verdict: absent === "unknown" ? "unknown" : "clear",
      words: !outcome.known ? outcome.words : absent === "gone" ? goneWords(rule) : absentWords[absent],
      gone: absent === "gone",
      before: row,
    });
  }
  return looks;
}

const isMuted = (mutes: readonly AlertMute[] | undefined, subject: string) =>
  mutes?.some((mute) => mute.subject === "" || mute.subject === subject) ?? false;

export class Evaluator {
  readonly #deps: EvaluatorDeps;
  #cancel: () => void = () => {};
  #stopped = false;
  #lastLookMs: number | undefined;

  constructor(deps: EvaluatorDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#cancel = this.#deps.clock.later(paces.alerts.turnMs, () => void this.#turn());
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  async #turn(): Promise<void> {
    try {
      await this.evaluate();
    } catch (error) {
      this.#deps.report("the rules of alerts could not be looked at", error);
    }
    if (!this.#stopped) this.start();
  }

  /** One look at every rule that is on. */
  async evaluate(): Promise<void> {
    const { db, write, read, clock, monotonicMs, report } = this.#deps;
    const atMs = monotonicMs();
    const elapsedMs =
      this.#lastLookMs === undefined ? 0 : Math.min(paces.alerts.mostElapsedMs, atMs - this.#lastLookMs);
    const rules = (await readRules(db)).filter(({ enabled }) => enabled);
    const outcomes = new Map<string, SignalOutcome>();
    for (const rule of rules) {
      try {
        outcomes.set(rule.id, await read(rule));
      } catch (error) {
        report("a signal could not be read", error);
        outcomes.set(rule.id, { known: false, words: "what was recorded could not be read" });
      }
    }
    await write(async (trx) => {
      await rulesInTurn(db, trx);
      // Read again inside: an operator may have changed a rule while the signals were read.
      const now = new Map((await readRules(trx)).map((rule) => [rule.id, rule]));
      const states = Map.groupBy(await readStates(trx), (row) => row.rule_id);
      const mutes = await readMutes(trx, clock.nowMs());
      for (const { id, signal } of rules) {
        const rule = now.get(id);
        const outcome = outcomes.get(id);
        if (rule === undefined || outcome === undefined || !rule.enabled) continue;
        if (JSON.stringify(rule.signal) !== JSON.stringify(signal)) continue;
        for (const look of looksOf(rule, outcome, states.get(id) ?? []))
          await this.#apply(trx, look, { elapsedMs, muted: isMuted(mutes.get(id), look.subject) });
      }
      await writeMark(trx, evaluatedMark, { at_ms: clock.nowMs() });
    });
    this.#lastLookMs = atMs;
  }

  async #apply(trx: Database, look: Look, how: { elapsedMs: number; muted: boolean }): Promise<void> {
    const { rule, subject, label, verdict, words, before } = look;
    const nowMs = this.#deps.clock.nowMs();
    const { next, change, tell } = step(standingOf(before), verdict, rule, how);
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
        fired_words: words,
        words,
        closed_by: null,
        closed_note: null,
      });
    }
    if (alertId !== null && change === "resolved")
      await resolveAlert(trx, alertId, { why: look.gone ? "gone" : "clear", words, nowMs });
    else if (alertId !== null && verdict !== "unknown" && before?.words !== words)
      await sayOfAlert(trx, alertId, words);
    if (alertId !== null && tell !== undefined) await this.#tell(trx, rule, alertId, tell, nowMs);
    if (look.gone && next.state === "ok") return dropState(trx, rule.id, subject);
    const row: StateRow = {
      rule_id: rule.id,
      subject,
      label,
      state: next.state,
      known: verdict === "unknown" ? 0 : 1,
      words,
      bad_ms: next.badMs,
      clear_ms: next.clearMs,
      quiet_ms: next.quietMs,
      told: next.told ? 1 : 0,
      alert_id: next.state === "firing" ? alertId : null,
      unknown_since_ms: verdict === "unknown" ? (before?.unknown_since_ms ?? nowMs) : null,
    };
    if (!sameRow(before, row)) await writeState(trx, row);
  }

  async #tell(
    trx: Database,
    rule: KeptRule,
    alertId: string,
    event: "fired" | "reminded" | "resolved",
    nowMs: number,
  ): Promise<void> {
    const alert: AlertRow | undefined = await trx
      .selectFrom("alerts")
      .selectAll()
      .where("id", "=", alertId)
      .executeTakeFirst();
    if (alert === undefined) return;
    if (event === "resolved") await queueEnd(trx, alert, nowMs);
    else await queueEvent(trx, { webhooks: rule.webhooks, event, alert, nowMs });
  }
}

/** Whether a row need not be written. What is ok says its figures nowhere, so that they do not count. */
function sameRow(before: StateRow | undefined, row: StateRow): boolean {
  if (before === undefined) return false;
  const quiet = row.state === "ok" && row.known === 1 ? { words: "", label: "" } : {};
  return JSON.stringify(sorted({ ...before, ...quiet })) === JSON.stringify(sorted({ ...row, ...quiet }));
}
const sorted = (row: StateRow) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
