import * as z from "zod/mini";
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
  path: z.optional(z.string().check(z.minLength(1))),
  supervisor_process: z.optional(z.string().check(z.minLength(1))),
  follow: z.optional(queryBoolean),
});
export type LogQuery = z.infer<typeof logQuery>;
