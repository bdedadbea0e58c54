// The recorded checks of proxies, and checks that are made without being asked.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

export const checkSources = ["operator", "schedule", "list"] as const;
export const checkSource = z.enum(checkSources);

/** One recorded check. */
export const proxyCheckMark = z.object({
  /** The API's own time of the check (`last_checked`), epoch milliseconds; ours where it gave none. */
  at_ms: z.int(),
  /** As the API said it; `unknown` when it said nothing. */
  status: z.string(),
  /** How long the check's call took; null for checks made elsewhere. */
  latency_ms: z.nullable(z.int()),
  ip: z.nullable(z.string()),
  source: checkSource,
});
export type ProxyCheckMark = z.infer<typeof proxyCheckMark>;

/** What a range of checks says. Shares are of checks, not of time. */
export const checkSummary = z.object({
  checks: z.int(),
  available: z.int(),
  unavailable: z.int(),
  /** Available among available and unavailable, 0 to 1; null without either. */
  uptime: z.nullable(z.number()),
  /** The first check counted. */
  from_ms: z.nullable(z.int()),
  /** 0 to 100, see lib/insight/flap.ts; null with fewer than three verdicts. */
  flap: z.nullable(z.number()),
  /** Of the checks whose call was measured; null without any. */
  p50_ms: z.nullable(z.number()),
  p95_ms: z.nullable(z.number()),
  measured: z.int(),
});
export type CheckSummary = z.infer<typeof checkSummary>;

export const proxyHistoryBounds = { marks: 300, rows: 50_000 } as const;

/** Query of GET /api/history/proxies. */
export const proxyHistoryQuery = z.object({
  /** Epoch milliseconds; checks before it are left out. */
  since_ms: queryInteger({ min: 0 }),
  proxy_id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
});

export const proxyHistory = z.object({
  since_ms: z.int(),
  /** The dashboard's clock at the end of the range. */
  until_ms: z.int(),
  /** The first check this store still has, of any proxy. */
  began_at_ms: z.nullable(z.int()),
  /** False: there are more checks in the range than one answer takes, and the oldest are left out. */
  complete: z.boolean(),
  proxies: z.array(
    z.object({
      proxy_id: z.string(),
      /** The newest 300, oldest first; the summary counts all. */
      marks: z.array(proxyCheckMark),
      summary: checkSummary,
    }),
  ),
});
export type ProxyHistory = z.infer<typeof proxyHistory>;

export const scheduleBounds = { everyMinutes: [1, 1440], perHour: [1, 3600] } as const;

/** What an admin sets. */
export const scheduleSetting = z.object({
  enabled: z.boolean(),
  /** Each proxy is checked when its last check is this old, give or take a tenth. */
  every_minutes: z
    .int()
    .check(z.minimum(scheduleBounds.everyMinutes[0]), z.maximum(scheduleBounds.everyMinutes[1])),
  /** Scheduled checks of all proxies together in any hour. */
  per_hour: z.int().check(z.minimum(scheduleBounds.perHour[0]), z.maximum(scheduleBounds.perHour[1])),
});
export type ScheduleSetting = z.infer<typeof scheduleSetting>;

export const proxySchedule = z.extend(scheduleSetting, {
  /** Null: nobody has set it, and it is off. */
  set_by: z.nullable(z.string()),
  set_at_ms: z.nullable(z.int()),
  /** Scheduled checks recorded in the last hour. */
  spent: z.int(),
});
export type ProxySchedule = z.infer<typeof proxySchedule>;
