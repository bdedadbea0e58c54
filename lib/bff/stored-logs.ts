// Logs that the dashboard stores, line by line, so that they can be read when their browser is gone. Times are epoch
// milliseconds unless they are texts.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { fieldMessages } from "./field-messages.ts";
import { logGap, logLine, topic } from "./live.ts";

/** Limits of one answer: logs, entries, and about so many bytes of text. */
export const storedLogLimits = { logs: 100, entries: 5_000, bytes: 1_048_576 } as const;

/** One stored log. */
export const storedLog = z.object({
  id: z.int(),
  topic,
  /** Null for the log of an invocation. */
  session_id: z.nullable(z.string()),
  /** Null for a log of a browser. */
  invocation_id: z.nullable(z.string()),
  lines: z.int(),
  /** Number of the oldest line; earlier ones were deleted because the log was too large. Lines are counted from 1. */
  first_line: z.int(),
  /** Times of the oldest and newest lines. */
  first_ms: z.nullable(z.int()),
  last_ms: z.nullable(z.int()),
  /** Null while the log is followed. */
  ended_at_ms: z.nullable(z.int()),
  end_reason: z.nullable(z.string()),
  text_bytes: z.int(),
});
export type StoredLog = z.infer<typeof storedLog>;

/** Query of GET /api/logs: of one session, of one invocation, or of one topic. */
export const storedLogsQuery = z
  .object({
    session_id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
    invocation_id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
    topic: z.optional(topic),
  })
  .check(
    z.refine(
      (query) => Object.values(query).filter((value) => value !== undefined).length === 1,
      fieldMessages.oneOwner,
    ),
  );
export type StoredLogsQuery = z.infer<typeof storedLogsQuery>;

/** A line with its number, or the gap before the line with that number. */
const storedLogEntry = z.discriminatedUnion("kind", [
  z.object({ ...z.omit(logLine, { id: true }).shape, kind: z.literal("line"), line: z.int() }),
  z.object({ ...z.omit(logGap, { id: true }).shape, kind: z.literal("gap"), line: z.int() }),
]);

/** Query of GET /api/logs/{id}/lines. */
export const storedLinesQuery = z.object({
  from_line: z.optional(queryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  limit: z.optional(queryInteger({ min: 1, max: storedLogLimits.entries })),
});
export type StoredLinesQuery = z.infer<typeof storedLinesQuery>;

export const storedLogLines = z.object({
  log: storedLog,
  entries: z.array(storedLogEntry),
  /** The line to continue with; null at the present end of the log. */
  next_line: z.nullable(z.int()),
});
export type StoredLogLines = z.infer<typeof storedLogLines>;
