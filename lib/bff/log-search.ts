// The search over stored logs. Times are epoch milliseconds unless they are texts.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { topic } from "./live.ts";
import { maxSearchChars } from "./log-search-query.ts";
import { telemetryViews } from "./telemetry-view.ts";

/** The most lines in one answer. */
export const logSearchLimit = 200;

/** Query of GET /api/search/logs. `q` is in the language of `log-search-query.ts`. */
export const logSearchQuery = z.object({
  q: z.string().check(z.minLength(1), z.maxLength(maxSearchChars)),
  cursor: z.optional(z.string().check(z.maxLength(100))),
  limit: z.optional(queryInteger({ min: 1, max: logSearchLimit })),
});
export type LogSearchQuery = z.infer<typeof logSearchQuery>;

/** The log of found lines, and the invocation it belongs to as far as is known. */
const foundLog = z.object({
  id: z.int(),
  topic,
  session_id: z.nullable(z.string()),
  /** The recorded name of that browser. */
  session_name: z.nullable(z.string()),
  /** Whether that browser has ended, as far as is known; null for a log of an invocation. A replica of the version
   *  before does not say it. */
  session_ended: z.optional(z.nullable(z.boolean())),
  invocation_id: z.nullable(z.string()),
  app_name: z.nullable(z.string()),
  action_name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** The status of the invocation whose log it is, when it was last read; null for a log of a browser. */
  status: z.nullable(z.string()),
  /** Null while the log is followed. */
  ended_at_ms: z.nullable(z.int()),
});
export type FoundLog = z.infer<typeof foundLog>;

export const foundLine = z.object({
  log_id: z.int(),
  /** The number of the line in its log. */
  line: z.int(),
  at: z.string(),
  /** The line, or what an event of telemetry says. */
  text: z.string(),
  /** The view of the telemetry that shows the event; absent for a line of a log. */
  view: z.optional(z.enum(telemetryViews)),
});
export type FoundLine = z.infer<typeof foundLine>;

/** Newest parts of logs first; lines of one part in the order written. */
export const logSearchAnswer = z.object({
  lines: z.array(foundLine),
  logs: z.array(foundLog),
  /** Continues the search; null when everything was searched. An answer may have no lines and a cursor. */
  next_cursor: z.nullable(z.string()),
  /** Everything written after this was searched; null: everything. */
  searched_to_ms: z.nullable(z.int()),
});
export type LogSearchAnswer = z.infer<typeof logSearchAnswer>;
