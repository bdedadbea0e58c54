// Alerts as any replica reads them from the store.
import { z } from "zod";
import type { AlertList } from "../../bff/alerts.ts";
import type { UpstreamHealth } from "../../bff/health.ts";
import { readMutes } from "../store/alert-rules.ts";
import { listAlerts } from "../store/alerts.ts";
import type { Database } from "../store/database.ts";
import { readMark } from "../store/marks.ts";
import { evaluatedMark } from "./evaluator.ts";

const standardLimit = 100;
const mostOpen = 500;

/** When the rules were last looked at, by whoever leads; null: never. */
export const evaluatedAt = async (db: Database): Promise<number | null> =>
  (await readMark(db, evaluatedMark, z.object({ at_ms: z.number() })))?.at_ms ?? null;

/** Open or resolved alerts with who is muted. */
export async function readAlerts(
  db: Database,
  asked: { state: "open" | "resolved"; limit?: number | undefined },
  now: { nowMs: number; health: UpstreamHealth },
): Promise<AlertList> {
  const limit = asked.limit ?? standardLimit;
  const mutes = await readMutes(db, now.nowMs);
  const mutedUntil = (ruleId: string, subject: string): number | null => {
    const held = (mutes.get(ruleId) ?? []).filter((mute) => mute.subject === "" || mute.subject === subject);
    return held.length === 0 ? null : Math.max(...held.map(({ until_ms }) => until_ms));
  };
  const read = async (state: "open" | "resolved", most: number) =>
    (await listAlerts(db, { state, limit: most, nowMs: now.nowMs })).map((each) => ({
      ...each,
      muted_until_ms: mutedUntil(each.rule_id, each.subject),
    }));
  const open = await read("open", mostOpen);
  const shown = asked.state === "open" ? open : await read("resolved", limit);
  const { state, code, last_failure_at_ms: failedAtMs } = now.health;
  return {
    alerts: shown.slice(0, limit),
    loud: open.filter(({ muted_until_ms: until }) => until === null).length,
    open: open.length,
    complete: shown.length <= limit,
    evaluated_at_ms: await evaluatedAt(db),
    suppressed: state === "failing" ? { since_ms: failedAtMs ?? now.nowMs, code: code ?? "unknown" } : null,
    now_ms: now.nowMs,
  };
}
