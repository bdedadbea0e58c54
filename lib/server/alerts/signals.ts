// Asks the right record for a signal. While the API does not answer, everything that is learned from it is unknown:
// one alert about the API says more than one about each pool.
import type { Signal, SignalReading } from "../../bff/alert-rules.ts";
import type { UpstreamHealth } from "../../bff/health.ts";
import type { RecorderDuty, RecorderDutyName } from "../../bff/recorder.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import { readMark } from "../store/marks.ts";
import { counts, type LeaderWord, leaderWord, stateMark } from "../watch/recorder-state.ts";
import { poolSignal } from "./pool-signals.ts";
import { proxySignal } from "./proxy-signals.ts";
import { nothingKnown, type SignalOutcome, spanWords } from "./reading.ts";
import { failureShare, stuckRuns } from "./run-signals.ts";

export interface SignalDeps {
  db: Database;
  health: () => UpstreamHealth;
  nowMs: () => number;
}

function upstream({ state, code }: UpstreamHealth): SignalOutcome {
  if (state === "unknown") return nothingKnown("The API was not asked yet.");
  const failing = state === "failing";
  const reading: SignalReading = {
    subject: "",
    label: "",
    verdict: failing ? "bad" : "clear",
    words: failing ? `the API does not answer as it should: ${code ?? "unknown"}` : "the API answers",
  };
  return { known: true, readings: [reading], absent: "clear" };
}

const dutyWords = {
  cleaning: "old rows are not let go",
  noting: "what is seen is not noted",
} as const satisfies Record<RecorderDutyName, string>;

function duty({ duty: name, failing_since_ms: since, code }: RecorderDuty, nowMs: number): SignalReading {
  if (since === null) return { subject: name, label: name, verdict: "clear", words: "goes on" };
  const words = `${dutyWords[name]} for ${spanWords(Math.max(0, nowMs - since))}: ${code ?? "unknown"}`;
  return { subject: name, label: name, verdict: "bad", words };
}

function recorder({ lists, duties }: LeaderWord, nowMs: number): SignalOutcome {
  const readings = lists
    .filter(counts)
    .map(({ list, failing_since_ms: since, code, behind }): SignalReading => {
      const bad = since !== null || behind !== null;
      const words =
        since !== null
          ? `not recorded for ${spanWords(Math.max(0, nowMs - since))}: ${code ?? "unknown"}`
          : behind !== null
            ? "still reading back"
            : "recorded";
      return { subject: list, label: list, verdict: bad ? "bad" : "clear", words };
    });
  const rest = duties.map((each) => duty(each, nowMs));
  return { known: true, readings: [...readings, ...rest], absent: "clear" };
}

/** What a signal says now. */
export async function readSignal(
  signal: Signal,
  { db, health, nowMs: now }: SignalDeps,
): Promise<SignalOutcome> {
  const present = health();
  if (signal.kind === "upstream_unreachable") return upstream(present);
  if (present.state === "failing")
    return nothingKnown(`the API does not answer (${present.code ?? "unknown"})`);
  const nowMs = now();
  const word = await readMark(db, stateMark, leaderWord);
  if (word === undefined || Math.abs(nowMs - word.at_ms) > paces.alerts.staleAfterMs)
    return nothingKnown("nobody records");
  if (signal.kind === "recorder_behind") return recorder(word, nowMs);
  if (signal.kind === "proxy_down" || signal.kind === "proxy_flapping") return proxySignal(db, signal, nowMs);
  const runs = signal.kind === "failure_share" || signal.kind === "stuck";
  const name = runs ? "invocations" : "pools";
  const readAtMs = word.lists.find(({ list }) => list === name)?.last_good_at_ms ?? null;
  if (readAtMs === null || Math.abs(nowMs - readAtMs) > paces.alerts.staleAfterMs)
    return nothingKnown(`the ${name} were not read lately`);
  switch (signal.kind) {
    case "failure_share":
      return failureShare(db, signal, nowMs);
    case "stuck":
      return stuckRuns(db, signal, nowMs);
    case "pool_cannot_fill":
    case "pool_time_to_empty":
      return poolSignal(db, signal, nowMs, readAtMs);
  }
}
