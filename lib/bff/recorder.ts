// What the recorder says about itself. Times are epoch milliseconds by the dashboard's clock.
import * as z from "zod/mini";

/**
 * `behind`: it answers, and has not read everything yet; `failing`: a list gave no answer when it was last asked, or the
 * store did not take what another duty had to write;
 * `follower`: another replica records; `off`: nobody does.
 */
const ownStatuses = ["recording", "behind", "failing", "off"] as const;
export const recorderStatus = z.enum([...ownStatuses, "follower"]);
export type RecorderStatus = z.infer<typeof recorderStatus>;

/** The lists that are read for everyone. */
export const recorderLists = [
  "invocations",
  "pools",
  "browsers",
  "proxies",
  "profiles",
  "extensions",
] as const;
export type RecorderListName = (typeof recorderLists)[number];

/**
 * Why a list was not read to its end: `cut`, it is longer than is read; `unreadable`, items of it could not be read;
 * `moved`, it changed so much meanwhile that something may have been passed over. What was not read is not gone.
 */
const partlyWhys = ["cut", "unreadable", "moved"] as const;

export const recorderList = z.object({
  list: z.enum(recorderLists),
  /** False: the API has no such list; it is asked for again now and then. */
  offered: z._default(z.boolean(), true),
  mode: z.enum(["fast", "slow"]),
  last_good_at_ms: z.nullable(z.number()),
  failing_since_ms: z.nullable(z.number()),
  /** Code of the newest failure, while it fails. */
  code: z.nullable(z.string()),
  /** Reading back to `to_ms`, with everything that started after `reached_ms` read; null: nothing is left to read. */
  behind: z.nullable(z.object({ to_ms: z.number(), reached_ms: z.nullable(z.number()) })),
  /** Items too large to be read, passed over. */
  skipped: z.int(),
  /** What was read of it, in items, where that was not everything; null: it was, or it was not read yet. */
  partly: z._default(z.nullable(z.object({ read: z.int(), why: z.enum(partlyWhys) })), null),
});
export type RecorderList = z.infer<typeof recorderList>;

/** What the recorder does beside reading lists: it lets the past go, and writes down what answers teach. */
export const recorderDuties = ["cleaning", "noting"] as const;
export type RecorderDutyName = (typeof recorderDuties)[number];

export const recorderDuty = z.object({
  duty: z.enum(recorderDuties),
  failing_since_ms: z.nullable(z.number()),
  /** Code of the newest failure, while it fails. */
  code: z.nullable(z.string()),
  /** Things left out since the program began, because the store took nothing or there were too many. */
  lost: z.int(),
});
export type RecorderDuty = z.infer<typeof recorderDuty>;

/** Time in which a list was not read; `to_ms` null while it lasts. */
export const recorderGap = z.object({
  list: z.string(),
  from_ms: z.number(),
  to_ms: z.nullable(z.number()),
  why: z.string(),
  /** Everything in it was read later. */
  filled: z.boolean(),
});
export type RecorderGap = z.infer<typeof recorderGap>;

/** Answer of GET /api/recorder: the same from every replica. */
export const recorderState = z.object({
  status: z.enum(ownStatuses),
  /** Since when it is not `recording`; null when it is, or when nobody knows. */
  since_ms: z.nullable(z.number()),
  leader: z.nullable(z.object({ holder: z.string(), term: z.int(), here: z.boolean() })),
  lists: z.array(recorderList),
  duties: z.array(recorderDuty),
  /** When mirroring began, and the start from which on the invocations were read. */
  began_at_ms: z.nullable(z.number()),
  complete_from_ms: z.nullable(z.number()),
  /** The newest, the open and the unfilled first. */
  gaps: z.array(recorderGap),
  store: z.object({
    kind: z.enum(["embedded file", "PostgreSQL"]),
    bytes: z.number(),
    /** Null: not bounded by size, only by age. */
    max_bytes: z.nullable(z.number()),
    tables: z.array(z.object({ table: z.string(), rows: z.number(), oldest_ms: z.nullable(z.number()) })),
    /** When the table figures were counted. */
    counted_at_ms: z.number(),
    /** The newest letting go for want of room: what started before `before_ms` went early. */
    trimmed: z.nullable(z.object({ at_ms: z.number(), before_ms: z.number() })),
    /** When ids that have ended were last let go for want of room, as there was no run left to let go. */
    trimmed_ids_at_ms: z.nullable(z.number()),
    /** Larger than `max_bytes` although nothing is left that goes early. */
    over_bound: z.boolean(),
  }),
  retention: z.object({ raw_hours: z.number(), days: z.number() }),
});
export type RecorderState = z.infer<typeof recorderState>;

/** How many gaps of the invocations an answer about them names. */
export const invocationGapLimit = 50;
/** How many gaps of each list the recorder's state names. */
export const listGapLimit = 20;
