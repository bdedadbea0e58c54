// Signals on proxies, from their recorded checks. A proxy without checks is unknown.
import { clearMargin, type Signal, type SignalReading } from "../../bff/alert-rules.ts";
import { dayMs } from "../../bff/time-units.ts";
import { flapRule, flapScore, type Verdict, verdictsOf } from "../../insight/flap.ts";
import type { Database } from "../db/database.ts";
import { resourcesOfKind } from "../inventory/resources.ts";
import { readCheckStatuses } from "../proxies/proxy-checks.ts";
import { above, type SignalOutcome } from "./signal-outcome.ts";

type ProxySignal = Extract<Signal, { kind: "proxy_down" | "proxy_flapping" }>;
type Judgement = Pick<SignalReading, "verdict" | "message">;

/** Older checks are ignored. */
const checkAgeMs = dayMs;
const maxChecks = 50_000;

/** Bad when the newest `checks` checks all failed; clear after one success. */
function judgeDown(verdicts: readonly Verdict[], checks: number): Judgement {
  const up = verdicts.lastIndexOf("available");
  const failed = verdicts.length - 1 - up;
  if (verdicts.length === 0) return { verdict: "unknown", message: "no check in a day" };
  if (failed === 0) return { verdict: "clear", message: "its newest check found it available" };
  const message = `its newest ${failed === 1 ? "check" : `${failed} checks`} found it unavailable`;
  return { verdict: failed >= checks ? "bad" : "between", message };
}

/** Flapping by the score of `lib/insight/flap.ts`. */
function judgeFlap(verdicts: readonly Verdict[], score: number): Judgement {
  const found = flapScore(verdicts);
  if (found === null) return { verdict: "unknown", message: `fewer than ${flapRule.fewest} checks in a day` };
  const counted = Math.min(verdicts.length, flapRule.verdicts);
  return {
    verdict: above(found, score, score * clearMargin),
    message: `flap score ${Math.round(found)} of 100 over ${counted} checks`,
  };
}

/** The reading of each proxy. */
export async function proxySignal(db: Database, signal: ProxySignal, nowMs: number): Promise<SignalOutcome> {
  const rows = await readCheckStatuses(db, {
    sinceMs: nowMs - checkAgeMs,
    proxyId: signal.proxy,
    limit: maxChecks,
  });
  const known = await resourcesOfKind(db, "proxy");
  const gone = new Set(known.flatMap(({ id, ended_at_ms }) => (ended_at_ms === null ? [] : [id])));
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const readings = [...Map.groupBy(rows, (row) => row.proxy_id)].flatMap(([id, checks]): SignalReading[] => {
    if (gone.has(id)) return [];
    const verdicts = verdictsOf(checks.map(({ status }) => status));
    const judgement =
      signal.kind === "proxy_down" ? judgeDown(verdicts, signal.checks) : judgeFlap(verdicts, signal.score);
    return [{ subject: id, label: names.get(id) ?? id, ...judgement }];
  });
  return { known: true, readings, absent: "unknown", gone };
}
