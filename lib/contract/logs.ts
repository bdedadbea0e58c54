import { z } from "zod";
import { openEnum, optional, queryBoolean, resource, timestamp } from "./schema.ts";

/** One item of a log stream: api.md §2. */
export const logEvent = resource({
  event: openEnum(["log"]),
  timestamp: optional(timestamp),
  message: z.string(),
});
export type LogEvent = z.infer<typeof logEvent>;

export const logSources = ["path", "supervisor"] as const;

/** A log line is cut at this many bytes: wire.md §3.4. */
export const logLineMaxBytes = 65_536;

/** Query of the log stream: `path` goes with source=path, `supervisor_process` with source=supervisor. */
export const logQuery = z.object({
  source: z.enum(logSources),
  path: z.string().min(1).optional(),
  supervisor_process: z.string().min(1).optional(),
  follow: queryBoolean.optional(),
});
export type LogQuery = z.infer<typeof logQuery>;
