// The schedule of automatic proxy checks: one row; off by default.

import type { ProxySchedule, ScheduleUpdate } from "../../bff/proxies.ts";
import { hourMs, minuteMs } from "../../bff/time-units.ts";
import { formatDuration } from "../../format/duration.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import { upsert } from "../db/upsert.ts";
import { changeTime } from "../kernel/change-time.ts";
import { countScheduled } from "./proxy-checks.ts";

const rowId = 1;

/** The schedule, and the checks it used in the last hour. */
export async function readSchedule(db: Database, nowMs: number): Promise<ProxySchedule> {
  const row = await db.selectFrom("proxy_schedule").selectAll().where("id", "=", rowId).executeTakeFirst();
  return {
    enabled: row !== undefined && row.enabled !== 0,
    every_minutes: row === undefined ? 15 : Math.round(row.every_ms / minuteMs),
    per_hour: row?.per_hour ?? 60,
    set_by: row?.set_by ?? null,
    set_at_ms: row?.set_at_ms ?? null,
    spent: await countScheduled(db, nowMs - hourMs),
  };
}

/** `every 15 min, up to 60 per hour`, or `off`. */
const scheduleText = ({ enabled, every_minutes: minutes, per_hour: perHour }: ScheduleUpdate): string =>
  enabled ? `every ${formatDuration(minutes * minuteMs)}, up to ${perHour} per hour` : "off";

/** What a change of the schedule changes, in one line for the audit: `off → every 15 min, up to 60 per hour`. */
export const summarizeSchedule = (before: ScheduleUpdate, after: ScheduleUpdate): string =>
  `${scheduleText(before)} → ${scheduleText(after)}`;

/** Sets the schedule. Throws a Problem (409) where another was set than the expected one. */
export function writeSchedule(
  db: Database,
  { expected_set_at_ms: expected, ...setting }: ScheduleUpdate,
  by: string,
  nowMs: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockReplicas(db, trx, "settings");
    const before = await trx
      .selectFrom("proxy_schedule")
      .select("set_at_ms")
      .where("id", "=", rowId)
      .executeTakeFirst();
    const setAtMs = changeTime(
      before?.set_at_ms ?? null,
      { nowMs, expectedMs: expected },
      { code: "schedule_changed", message: "The schedule was changed after you opened it." },
    );
    await upsert(trx, "proxy_schedule", [
      {
        id: rowId,
        enabled: setting.enabled ? 1 : 0,
        every_ms: setting.every_minutes * minuteMs,
        per_hour: setting.per_hour,
        set_by: by,
        set_at_ms: setAtMs,
      },
    ]);
  });
}
