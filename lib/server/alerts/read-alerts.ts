// Reads alerts from the database; any replica can.
import { z } from "zod";
import type { Alert, AlertList } from "../../bff/alerts.ts";
import type { UpstreamHealth } from "../../bff/health.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { badCursor } from "../kernel/problem.ts";
import { readMutes } from "./alert-rules.ts";
import { type AlertPosition, listAlerts, subjectsOfOpenAlerts } from "./alerts.ts";
import { evaluatedCheckpoint } from "./evaluator.ts";

const defaultLimit = 100;

/** When the leader last evaluated the rules; null: never. */
export const evaluatedAt = async (db: Database): Promise<number | null> =>
  (await readCheckpoint(db, evaluatedCheckpoint, z.object({ at_ms: z.number() })))?.at_ms ?? null;

/** Open or resolved alerts with their mutes. */
export async function readAlerts(
  db: Database,
  requested: { state: "open" | "resolved"; limit?: number | undefined; cursor?: string | undefined },
  now: { nowMs: number; health: UpstreamHealth },
): Promise<AlertList> {
  const limit = requested.limit ?? defaultLimit;
  const mutes = await readMutes(db, now.nowMs);
  const mutedUntil = (ruleId: string, subject: string): number | null => {
    const active = (mutes.get(ruleId) ?? []).filter(
      (mute) => mute.subject === "" || mute.subject === subject,
    );
    return active.length === 0 ? null : Math.max(...active.map(({ until_ms }) => until_ms));
  };
  const isRuleMuted = (ruleId: string) => (mutes.get(ruleId) ?? []).some(({ subject }) => subject === "");
  const { state: requestedState } = requested;
  const listed = await listAlerts(db, {
    state: requestedState,
    limit,
    nowMs: now.nowMs,
    after: requested.cursor === undefined ? undefined : positionOf(requestedState, requested.cursor),
  });
  const shown = listed.map((each) => ({
    ...each,
    muted_until_ms: mutedUntil(each.rule_id, each.subject),
    rule_muted: each.subject !== "" && isRuleMuted(each.rule_id),
  }));
  const open = await subjectsOfOpenAlerts(db);
  const last = shown.at(limit - 1);
  const { state, code, last_failure_at_ms: failedAtMs } = now.health;
  return {
    alerts: shown.slice(0, limit),
    loud: open.filter(({ rule_id: id, subject }) => mutedUntil(id, subject) === null).length,
    open: open.length,
    complete: shown.length <= limit,
    next_cursor: shown.length > limit && last !== undefined ? cursorAfter(last) : null,
    evaluated_at_ms: await evaluatedAt(db),
    suppressed: state === "failing" ? { since_ms: failedAtMs ?? now.nowMs, code: code ?? "unknown" } : null,
    now_ms: now.nowMs,
  };
}

/** Where a list goes on after an alert. */
const cursorAfter = ({
  id,
  severe,
  fired_at_ms,
  resolved_at_ms,
}: Pick<Alert, "id" | "severe" | "fired_at_ms" | "resolved_at_ms">) =>
  resolved_at_ms === null ? `${severe === true ? 1 : 0}:${fired_at_ms}:${id}` : `${resolved_at_ms}:${id}`;

/** The place that a cursor names. Throws a Problem (400) for one of the other state. */
function positionOf(state: "open" | "resolved", cursor: string): AlertPosition {
  const parts = cursor.split(":");
  if (parts.length !== (state === "open" ? 3 : 2)) throw badCursor();
  const [id = "", atMs = "", severe = "0"] = parts.reverse();
  return { severe: severe === "1" ? 1 : 0, atMs: Number(atMs), id };
}
