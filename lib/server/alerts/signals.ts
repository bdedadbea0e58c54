// Reads a signal from its record. While the API fails, all signals derived from it are unknown, so that one alert about
// the API replaces one per pool.
import type { RuleTest, Signal, SignalReading } from "../../bff/alert-rules.ts";
import type { UpstreamHealth } from "../../bff/health.ts";
import type { RecorderDuty, RecorderDutyName } from "../../bff/recorder.ts";
import { failureCause } from "../../format/failure-messages.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { type LeaderReport, leaderReport, stateCheckpoint } from "../db/leader-report.ts";
import { paces } from "../kernel/paces.ts";
import { countsAsFault } from "../recorder/recorder-state.ts";
import { failureShare, stuckInvocations } from "./invocation-signals.ts";
import { poolSignal } from "./pool-signals.ts";
import { proxySignal } from "./proxy-signals.ts";
import { formatSpan, type SignalOutcome, unknownOutcome } from "./signal-outcome.ts";

export interface SignalDeps {
  db: Database;
  health: () => UpstreamHealth;
  nowMs: () => number;
}

const causeOf = (code: string | null) => (code === null ? "cause unknown" : failureCause(code));

const failingMessage = ({ code }: UpstreamHealth) =>
  code === undefined ? "the API does not answer as it should" : failureCause(code);

function upstream(health: UpstreamHealth): SignalOutcome {
  const { state } = health;
  if (state === "unknown") return unknownOutcome("No request was sent to the API yet.");
  const failing = state === "failing";
  const reading: SignalReading = {
    subject: "",
    label: "",
    verdict: failing ? "bad" : "clear",
    message: failing ? failingMessage(health) : "the API answers",
  };
  return { known: true, readings: [reading], absent: "clear" };
}

const dutyMessages = {
  cleaning: "old records are not deleted",
  noting: "seen ids are not recorded",
} as const satisfies Record<RecorderDutyName, string>;

function duty({ duty: name, failing_since_ms: since, code }: RecorderDuty, nowMs: number): SignalReading {
  if (since === null) return { subject: name, label: name, verdict: "clear", message: "works" };
  const message = `${dutyMessages[name]}, for ${formatSpan(Math.max(0, nowMs - since))}: ${causeOf(code)}`;
  return { subject: name, label: name, verdict: "bad", message };
}

function recorder({ lists, duties }: LeaderReport, nowMs: number): SignalOutcome {
  const readings = lists
    .filter(countsAsFault)
    .map(({ list, failing_since_ms: since, code, behind }): SignalReading => {
      const bad = since !== null || behind !== null;
      const message =
        since !== null
          ? `not recorded for ${formatSpan(Math.max(0, nowMs - since))}: ${causeOf(code)}`
          : behind !== null
            ? "older ones still loading"
            : "recorded";
      return { subject: list, label: list, verdict: bad ? "bad" : "clear", message };
    });
  const rest = duties.map((each) => duty(each, nowMs));
  return { known: true, readings: [...readings, ...rest], absent: "clear" };
}

/** Whether anything of the API was read in the last minutes. Known whatever the API and the recorder do. */
function nothingRecorded(report: LeaderReport | undefined, minutes: number, nowMs: number): SignalOutcome {
  const readAtMs = Math.max(0, ...(report?.lists ?? []).map(({ last_good_at_ms: at }) => at ?? 0));
  if (readAtMs === 0) return unknownOutcome("nothing was recorded yet");
  const silentMs = Math.max(0, nowMs - readAtMs);
  const bad = silentMs >= minutes * 60_000;
  const message = bad ? `nothing was recorded for ${formatSpan(silentMs)}` : "the lists are recorded";
  const reading: SignalReading = { subject: "", label: "", verdict: bad ? "bad" : "clear", message };
  return { known: true, readings: [reading], absent: "clear" };
}

/** The current outcome of a signal. */
export async function readSignal(
  signal: Signal,
  { db, health, nowMs: now }: SignalDeps,
): Promise<SignalOutcome> {
  const currentHealth = health();
  if (signal.kind === "upstream_unreachable") return upstream(currentHealth);
  const nowMs = now();
  const report = await readCheckpoint(db, stateCheckpoint, leaderReport);
  if (signal.kind === "nothing_recorded") return nothingRecorded(report, signal.minutes, nowMs);
  if (currentHealth.state === "failing") return unknownOutcome(failingMessage(currentHealth));
  if (report === undefined || nowMs - report.at_ms > paces.alerts.staleAfterMs)
    return unknownOutcome("no replica records");
  if (signal.kind === "recorder_behind") return recorder(report, nowMs);
  if (signal.kind === "proxy_down" || signal.kind === "proxy_flapping") return proxySignal(db, signal, nowMs);
  const invocations = signal.kind === "failure_share" || signal.kind === "stuck";
  const name = invocations ? "invocations" : "pools";
  const readAtMs = report.lists.find(({ list }) => list === name)?.last_good_at_ms ?? null;
  if (readAtMs === null || nowMs - readAtMs > paces.alerts.staleAfterMs)
    return unknownOutcome(`the ${name} were not read recently`);
  switch (signal.kind) {
    case "failure_share":
      return failureShare(db, signal, nowMs);
    case "stuck":
      return stuckInvocations(db, signal, nowMs);
    case "pool_cannot_fill":
    case "pool_time_to_empty":
      return poolSignal(db, signal, nowMs, readAtMs);
  }
}

const maxReadings = 200;

/** Evaluates a signal for an operator without notifications: its readings, bad ones first. An unknown signal gives one
 *  reading without a subject. */
export async function testSignal(signal: Signal, deps: SignalDeps): Promise<RuleTest> {
  const order = { bad: 0, between: 1, unknown: 2, clear: 3 } as const;
  const outcome = await readSignal(signal, deps);
  const readings = outcome.known
    ? outcome.readings
    : [{ subject: "", label: "", verdict: "unknown" as const, message: outcome.message }];
  return {
    readings: readings
      .toSorted((a, b) => order[a.verdict] - order[b.verdict] || (a.label < b.label ? -1 : 1))
      .slice(0, maxReadings),
    read_at_ms: deps.nowMs(),
  };
}
