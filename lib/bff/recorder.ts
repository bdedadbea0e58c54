// State of the recorder. Times are epoch milliseconds of the dashboard's clock.
import * as z from "zod/mini";
import { recorderGap } from "./recorder-gap.ts";

/**
 * `behind`: has not read everything yet; `failing`: the last read of a list or the last write of another duty failed;
 * `follower`: another replica records; `off`: none does.
 */
const ownStatuses = ["recording", "behind", "failing", "off"] as const;
export const recorderStatus = z.enum([...ownStatuses, "follower"]);
export type RecorderStatus = z.infer<typeof recorderStatus>;

/** The API lists that the recorder polls. */
export const recorderLists = [
  "invocations",
  "pools",
  "browsers",
  "proxies",
  "profiles",
  "extensions",
] as const;
export type RecorderListName = (typeof recorderLists)[number];

/** Lists that the recorder requires; an upstream may lack or refuse the others. */
export const neededLists: ReadonlySet<RecorderListName> = new Set(["invocations", "pools"]);

/**
 * Why a list was not read completely: `cut`, it exceeds the limit; `unreadable`, items could not be parsed; `moved`, it
 * changed while it was read and items may have been skipped. Items not read do not count as deleted.
 */
const partlyWhys = ["cut", "unreadable", "moved"] as const;

export const recorderList = z.object({
  list: z.enum(recorderLists),
  /** False: the API does not have this list; retried occasionally. */
  offered: z.boolean(),
  mode: z.enum(["fast", "slow"]),
  last_good_at_ms: z.nullable(z.number()),
  failing_since_ms: z.nullable(z.number()),
  /** Code of the newest failure, while it fails. */
  code: z.nullable(z.string()),
  /** Backfill to `to_ms`; everything that started after `reached_ms` has been read. Null: complete. */
  behind: z.nullable(z.object({ to_ms: z.number(), reached_ms: z.nullable(z.number()) })),
  /** Number of items skipped as too large. */
  skipped: z.int(),
  /** Items read, if not all of them; null: read completely or not yet. */
  partly: z.nullable(z.object({ read: z.int(), why: z.enum(partlyWhys) })),
});
export type RecorderList = z.infer<typeof recorderList>;

/** The recorder's duties besides polling: retention and inventory writes. */
export const recorderDuties = ["cleaning", "noting"] as const;
export type RecorderDutyName = (typeof recorderDuties)[number];

export const recorderDuty = z.object({
  duty: z.enum(recorderDuties),
  failing_since_ms: z.nullable(z.number()),
  /** Code of the newest failure, while it fails, or else of the reason why it pauses. */
  code: z.nullable(z.string()),
  /** Entries dropped since the process started, because of failed writes or overflow. */
  lost: z.int(),
});
export type RecorderDuty = z.infer<typeof recorderDuty>;

/** Response of GET /api/recorder, the same from every replica. */
export const recorderState = z.object({
  status: z.enum(ownStatuses),
  /** Since when the state is not `recording`; null when it is, or unknown. */
  since_ms: z.nullable(z.number()),
  leader: z.nullable(z.object({ holder: z.string(), term: z.int(), here: z.boolean() })),
  lists: z.array(recorderList),
  duties: z.array(recorderDuty),
  /** When mirroring began, and the start time from which on invocations were read. */
  began_at_ms: z.nullable(z.number()),
  complete_from_ms: z.nullable(z.number()),
  /** Open and unfilled gaps first, then the newest. */
  gaps: z.array(recorderGap),
  store: z.object({
    kind: z.enum(["embedded file", "PostgreSQL"]),
    /** On disk. */
    bytes: z.number(),
    /** What `max_bytes` limits: without free space in the file, audit, stored logs and pictures. Null: no such limit. A
     *  replica of the version before does not say it. */
    used_bytes: z.optional(z.nullable(z.number())),
    /** Null: bounded by age only. */
    max_bytes: z.nullable(z.number()),
    tables: z.array(z.object({ table: z.string(), rows: z.number(), oldest_ms: z.nullable(z.number()) })),
    /** When the table figures were counted. */
    counted_at_ms: z.number(),
    /** The latest early deletion for size: rows that started before `before_ms`. */
    trimmed: z.nullable(z.object({ at_ms: z.number(), before_ms: z.number() })),
    /** When ended inventory entries were last deleted for size, because no invocation was left to delete. */
    trimmed_ids_at_ms: z.nullable(z.number()),
    /** Larger than `max_bytes` although nothing is left to delete early. */
    over_bound: z.boolean(),
  }),
  retention: z.object({ raw_hours: z.number(), days: z.number(), audit_days: z.number() }),
});
export type RecorderState = z.infer<typeof recorderState>;

/** Maximum number of gaps per list in the recorder's state. */
export const listGapLimit = 20;
