// Signals on proxies, from their recorded checks. A proxy that nobody checks is not known.
import { clearMargin, type Signal, type SignalReading } from "../../bff/alert-rules.ts";
import { flapRule, flapScore, type Verdict, verdictsOf } from "../../insight/flap.ts";
import type { Database } from "../store/database.ts";
import { checkAheadMs } from "../store/proxy-checks.ts";
import { above, type SignalOutcome } from "./reading.ts";

type ProxySignal = Extract<Signal, { kind: "proxy_down" | "proxy_flapping" }>;
type Judged = Pick<SignalReading, "verdict" | "words">;

/** Checks older than this say nothing of now. */
export const checkAgeMs = 86_400_000;
const mostChecks = 50_000;

/** Down when the newest checks all failed; clear with the first that did not. */
export function judgeDown(verdicts: readonly Verdict[], checks: number): Judged {
  const up = verdicts.lastIndexOf("available");
  const failed = verdicts.length - 1 - up;
  if (verdicts.length === 0) return { verdict: "unknown", words: "no check in a day" };
  if (failed === 0) return { verdict: "clear", words: "its newest check found it available" };
  const words = `its newest ${failed === 1 ? "check" : `${failed} checks`} found it unavailable`;
  return { verdict: failed >= checks ? "bad" : "between", words };
}

/** Flapping by the score of lib/insight/flap.ts. */
export function judgeFlap(verdicts: readonly Verdict[], score: number): Judged {
  const found = flapScore(verdicts);
  if (found === null) return { verdict: "unknown", words: `fewer than ${flapRule.fewest} checks in a day` };
  const counted = Math.min(verdicts.length, flapRule.verdicts);
  return {
    verdict: above(found, score, score * clearMargin),
    words: `flap score ${Math.round(found)} of 100 over ${counted} checks`,
  };
}

/** Proxies with what a signal says of each. */
export async function proxySignal(db: Database, signal: ProxySignal, nowMs: number): Promise<SignalOutcome> {
  let query = db
    .selectFrom("proxy_checks")
    .select(["proxy_id", "at_ms", "status"])
    .where("at_ms", ">=", nowMs - checkAgeMs)
    .where("at_ms", "<=", nowMs + checkAheadMs);
  if (signal.proxy !== undefined) query = query.where("proxy_id", "=", signal.proxy);
  const rows = (await query.orderBy("at_ms", "desc").limit(mostChecks).execute()).reverse();
  const known = await db
    .selectFrom("seen")
    .select(["id", "name", "ended_at_ms"])
    .where("kind", "=", "proxy")
    .execute();
  const gone = new Set(known.flatMap(({ id, ended_at_ms }) => (ended_at_ms === null ? [] : [id])));
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const readings = [...Map.groupBy(rows, (row) => row.proxy_id)].flatMap(([id, checks]): SignalReading[] => {
    if (gone.has(id)) return [];
    const verdicts = verdictsOf(checks.map(({ status }) => status));
    const judged =
      signal.kind === "proxy_down" ? judgeDown(verdicts, signal.checks) : judgeFlap(verdicts, signal.score);
    return [{ subject: id, label: names.get(id) ?? id, ...judged }];
  });
  return { known: true, readings, absent: "unknown", gone };
}
