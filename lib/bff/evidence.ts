// What is stored of browsers and invocations for later: the settings, and what is used. Times are epoch milliseconds.
import * as z from "zod/mini";

/** Which logs are stored: of every browser, of those of failed invocations and pinned ones, or none. */
export const logRules = ["all", "failed", "off"] as const;
export type LogRule = (typeof logRules)[number];

/** What the leader reports of the logs that it stores. */
export const logRecorderReport = z.object({
  at_ms: z.number(),
  /** Logs that are followed now. */
  following: z.int(),
  /** Logs that wait until fewer are followed. */
  waiting: z.int(),
  /** What was deleted early last: whole logs, or the oldest lines of one; null: nothing. */
  deleted: z.nullable(
    z.object({
      at_ms: z.number(),
      logs: z.int(),
      lines: z.int(),
      why: z.enum(["session_size", "total_size"]),
    }),
  ),
});
export type LogRecorderReport = z.infer<typeof logRecorderReport>;

/** Response of GET /api/evidence. */
export const evidenceState = z.object({
  /** The settings, as in the environment variables KEEP_…. */
  settings: z.object({
    logs: z.enum(logRules),
    days: z.int(),
    max_mb: z.int(),
    session_mb: z.int(),
    streams: z.int(),
  }),
  stored: z.object({
    logs: z.int(),
    lines: z.int(),
    /** Before and after compression. */
    text_bytes: z.number(),
    stored_bytes: z.number(),
    /** Time of the oldest line; null without one. */
    oldest_ms: z.nullable(z.number()),
  }),
  /** The leader's latest report; null before the first. */
  recorder: z.nullable(logRecorderReport),
});
export type EvidenceState = z.infer<typeof evidenceState>;
