// Recorded proxy checks, and the schedule of automatic checks.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

const checkSources = ["operator", "schedule", "list"] as const;
const checkSource = z.enum(checkSources);

/** One recorded check. */
export const proxyCheckRecord = z.object({
  /** The API's time of the check (`last_checked`), epoch milliseconds; the dashboard's if there is none. */
  at_ms: z.int(),
  /** The API's status; `unknown` when absent. */
  status: z.string(),
  /** Duration of the check request; null for checks made elsewhere. */
  latency_ms: z.nullable(z.int()),
  ip: z.nullable(z.string()),
  source: checkSource,
});
export type ProxyCheckRecord = z.infer<typeof proxyCheckRecord>;

/** Summary of a range of checks. Shares are of checks, not of time. */
export const checkSummary = z.object({
  checks: z.int(),
  available: z.int(),
  unavailable: z.int(),
  /** Share of available among available and unavailable, 0 to 1; null without either. */
  uptime: z.nullable(z.number()),
  /** The first check counted. */
  from_ms: z.nullable(z.int()),
  /** 0 to 100, of the newest 300 checks, see lib/insight/flap.ts; null with fewer than three verdicts. */
  flap: z.nullable(z.number()),
  /** Over the checks with a measured request; null without any. */
  p50_ms: z.nullable(z.number()),
  p95_ms: z.nullable(z.number()),
  measured: z.int(),
});
export type CheckSummary = z.infer<typeof checkSummary>;

export const proxyHistoryBounds = { marks: 300, rows: 50_000 } as const;

/** Query of GET /api/history/proxies. */
export const proxyHistoryQuery = z.object({
  /** Start of the range, epoch milliseconds. */
  since_ms: queryInteger({ min: 0 }),
  proxy_id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
});

export const proxyHistory = z.object({
  since_ms: z.int(),
  /** The dashboard's clock at the end of the range. */
  until_ms: z.int(),
  /** The oldest stored check of any proxy. */
  began_at_ms: z.nullable(z.int()),
  /** False: the range has more checks than the limit, and the oldest are omitted. */
  complete: z.boolean(),
  proxies: z.array(
    z.object({
      proxy_id: z.string(),
      /** The newest 300, oldest first; the summary covers all. */
      marks: z.array(proxyCheckRecord),
      summary: checkSummary,
    }),
  ),
});
export type ProxyHistory = z.infer<typeof proxyHistory>;

const scheduleBounds = { everyMinutes: [1, 1440], perHour: [1, 3600] } as const;

/** Settings of automatic checks. */
export const scheduleSetting = z.object({
  enabled: z.boolean(),
  /** Age of a proxy's last check at which it is checked again, with 10 % jitter. */
  every_minutes: z
    .int()
    .check(z.minimum(scheduleBounds.everyMinutes[0]), z.maximum(scheduleBounds.everyMinutes[1])),
  /** Maximum number of scheduled checks per hour, over all proxies. */
  per_hour: z.int().check(z.minimum(scheduleBounds.perHour[0]), z.maximum(scheduleBounds.perHour[1])),
});

/** A schedule, and which one it replaces; without one it replaces any. */
export const scheduleUpdate = z.extend(scheduleSetting, {
  /** `set_at_ms` of that one; refused (409) once another was set. */
  expected_set_at_ms: z.optional(z.nullable(z.int())),
});
export type ScheduleUpdate = z.infer<typeof scheduleUpdate>;

export const proxySchedule = z.extend(scheduleSetting, {
  /** Null: not set, and off. */
  set_by: z.nullable(z.string()),
  set_at_ms: z.nullable(z.int()),
  /** Scheduled checks recorded in the last hour. */
  spent: z.int(),
});
export type ProxySchedule = z.infer<typeof proxySchedule>;
