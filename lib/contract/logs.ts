import * as z from "zod/mini";
import { openEnum, optional, queryBoolean, resource, timestamp } from "./schema.ts";

/** One item of a log stream, as in the specification. `timestamp` is when the line was read. */
export const logEvent = resource({
  event: openEnum(["log"]),
  timestamp: optional(timestamp),
  message: z.string(),
});
export type LogEvent = z.infer<typeof logEvent>;

/** Log sources: a file by its path, or a supervised process by its name. */
export const logSources = ["path", "supervisor"] as const;

/** A longer log line is cut at this many bytes; the vendor's documented limit. */
export const logLineMaxBytes = 65_536;

/** Query of the log stream: `path` for source=path, `supervisor_process` for source=supervisor. `follow` is true by default. */
export const logQuery = z.object({
  source: z.enum(logSources),
  path: z.optional(z.string().check(z.minLength(1))),
  supervisor_process: z.optional(z.string().check(z.minLength(1))),
  follow: z.optional(queryBoolean),
});
export type LogQuery = z.infer<typeof logQuery>;
