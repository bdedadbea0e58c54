// What happened to invocations, and why.

import * as z from "zod/mini";
import type { InvocationHistory } from "../../bff/invocation-history.ts";
import { ownOperations } from "../../bff/operations/operations.ts";
import { invocationOf, isCut } from "../../bff/recorded-invocation.ts";
import type { StoredLogLines } from "../../bff/stored-logs.ts";
import { dayMs } from "../../bff/time-units.ts";
import { operations } from "../../contract/operations/operations.ts";
import { Problem } from "../kernel/problem.ts";
import { ageOf, type Calls, cursor, defineTool, id, moment, rangeMs, rows } from "./tool.ts";

const { searchInvocationHistory, readSimilarFailures, readFailureInsight, listRecordedBrowsers } =
  ownOperations;
const { listStoredLogs, readStoredLines, searchLogs } = ownOperations;
const { retrieveInvocation } = operations;

type Recorded = InvocationHistory["invocations"][number];

const shownInvocation = (invocation: Recorded) => ({
  id: invocation.id,
  app: invocation.app_name,
  action: invocation.action_name,
  version: invocation.version,
  // `unknown` where the API has forgotten it before its end.
  status: invocationOf(invocation).status,
  started_at_ms: invocation.started_at_ms,
  duration_ms: invocation.duration_ms,
  reason: invocation.reason,
  browsers: invocation.sessions,
  ...(invocation.open && { last_read_at_ms: invocation.checked_at_ms }),
});

/** Characters shown around a text that was found. */
const around = 80;

/** The text where it is found, in any case, with what is around it; undefined where it is not. */
function excerpt(whole: string | null, text: string): string | undefined {
  const at = whole?.toLowerCase().indexOf(text.toLowerCase()) ?? -1;
  if (whole === null || at === -1) return undefined;
  const from = Math.max(0, at - around);
  const to = at + text.length + around;
  return `${from > 0 ? "…" : ""}${whole.slice(from, to).toWellFormed()}${to < whole.length ? "…" : ""}`;
}

/** Where a text is in the payload and the output, which a list does not show. */
const foundIn = ({ payload_head, output_head }: Recorded, text: string) => {
  const payload = excerpt(payload_head, text);
  const output = excerpt(output_head, text);
  return { found_in: { ...(payload !== undefined && { payload }), ...(output !== undefined && { output }) } };
};

export const findInvocations = defineTool({
  name: "find_invocations",
  title: "Find invocations",
  description:
    'Recorded invocations, newest first; by default of the last 24 hours, or of those before `until`, 20 of them, at most 50. `text` is looked for in reasons and the first 1,000 characters of payloads and outputs, with its place in `found_in`. `complete: false` means that the history has gaps. Example: {"status":["failed"],"app":"shop","since":"2h"}',
  needs: [searchInvocationHistory],
  input: z.object({
    status: z.optional(z.array(z.enum(["queued", "running", "succeeded", "failed"])).check(z.minLength(1))),
    app: z.optional(id),
    action: z.optional(id),
    version: z.optional(id),
    text: z.optional(id),
    browser: z.optional(id),
    since: z.optional(moment),
    until: z.optional(moment),
    limit: rows(50),
    cursor,
  }),
  page: "data.invocations",
  async run(
    { status, app, action, version, text, browser, since, until, limit = 20, cursor: after },
    { call, nowMs },
  ) {
    const { sinceMs, untilMs } = rangeMs({ since, until }, nowMs, dayMs);
    const query = {
      since_ms: sinceMs,
      ...(until === undefined ? {} : { until_ms: untilMs }),
      ...(status === undefined ? {} : { status: [...status] }),
      ...(app === undefined ? {} : { app: [app] }),
      ...(action === undefined ? {} : { action: [action] }),
      ...(version === undefined ? {} : { version: [version] }),
      ...(text === undefined ? {} : { text }),
      ...(browser === undefined ? {} : { session_id: browser }),
      ...(after === undefined ? {} : { cursor: after }),
      limit,
    };
    const found = await call(searchInvocationHistory, { query });
    return {
      invocations: found.invocations.map((each) => ({
        ...shownInvocation(each),
        ...(text !== undefined && foundIn(each, text)),
      })),
      next_cursor: found.next_cursor,
      searched_to_ms: found.searched_to_ms,
      complete: found.complete,
    };
  },
});

/** Lines without what each of them repeats: only gaps say their kind, and when a line arrived is of no use with its time. */
const shownEntries = (entries: StoredLogLines["entries"]) =>
  entries.map((entry) => {
    if (entry.kind === "gap") return entry;
    const { kind: _, received: __, ...line } = entry;
    return line;
  });

/** The end of a stored log. */
async function logEnd({ call, may }: Calls, invocationId: string, lines: number) {
  if (!may(readStoredLines)) return "Reading log lines needs the operator role.";
  const [log] = await call(listStoredLogs, { query: { invocation_id: invocationId } });
  if (log === undefined) return "No log of this invocation is stored.";
  const firstLine = Math.max(log.first_line, log.first_line + log.lines - lines);
  const { entries } = await call(readStoredLines, {
    params: { id: String(log.id) },
    query: { from_line: firstLine, limit: lines },
  });
  return { log_id: log.id, lines_in_all: log.lines, entries: shownEntries(entries) };
}

export const explainInvocation = defineTool({
  name: "explain_invocation",
  title: "Explain an invocation",
  description:
    'One invocation with its payload and output (of a recorded one their first 1,000 characters; `payload_cut`), the browsers that it had, the end of its stored log (at most 200 lines; 60 by default), and for a failure how many failed for the same reason in a day (`others_in_a_day`: without this one), on which versions, and of those with known browsers with which pools and proxies. Read the log lines for the cause. Example: {"invocation_id":"inv_123","log_lines":100}',
  needs: [searchInvocationHistory, retrieveInvocation],
  input: z.object({ invocation_id: id, log_lines: rows(200) }),
  // A failure is written where the log ends.
  newestLast: ["data.log.entries"],
  async run({ invocation_id: wanted, log_lines: lines = 60 }, calls) {
    const { call, read } = calls;
    const { invocations } = await call(searchInvocationHistory, { query: { id: wanted } });
    const [invocation] = invocations;
    if (invocation === undefined) {
      const found = await read(retrieveInvocation, { params: { id: wanted } });
      return { ...ageOf(found), invocation: found.answer, mirrored: false };
    }
    const { reason_key: reasonKey, status } = invocation;
    const [browsers, log, similar] = await Promise.all([
      call(listRecordedBrowsers, { params: { id: wanted } }),
      logEnd(calls, wanted, lines),
      status === "failed"
        ? call(readSimilarFailures, { query: { reason_key: reasonKey ?? "", invocation_id: wanted } })
        : null,
    ]);
    return {
      invocation: {
        ...shownInvocation(invocation),
        finished_at_ms: invocation.finished_at_ms,
        payload: invocation.payload_head,
        ...(isCut(invocation.payload_head) && { payload_cut: true }),
        output: invocation.output_head,
        ...(isCut(invocation.output_head) && { output_cut: true }),
      },
      mirrored: true,
      browsers: browsers.browsers,
      log,
      same_reason: similar && {
        failures_in_a_day: similar.count,
        others_in_a_day: similar.others,
        first_seen_ms: similar.first_seen_ms,
        versions: similar.versions,
        failures_with_known_browsers: similar.sessions_known,
        pools: similar.pools,
        proxies: similar.proxies,
      },
    };
  },
});

export const failureGroups = defineTool({
  name: "failure_groups",
  title: "Groups of failures",
  description:
    'Failed invocations grouped by what their reasons have in common; by default of the last 24 hours, or of those before `until`. `key` is what acknowledge_failures takes. Example: {"since":"6h"}',
  needs: [readFailureInsight],
  input: z.object({ since: z.optional(moment), until: z.optional(moment) }),
  async run({ since, until }, { call, nowMs }) {
    const { sinceMs, untilMs } = rangeMs({ since, until }, nowMs, dayMs);
    return await call(readFailureInsight, { query: { since_ms: sinceMs, until_ms: untilMs } });
  },
});

export const searchLogLines = defineTool({
  name: "search_logs",
  title: "Search log lines",
  description:
    'Lines of stored logs that match, newest first; 30 by default, at most 100. Words must all occur, -word must not; "a phrase" in quotes occurs as it is. Filters: app:shop action: version: session:ID level:error source:network since:2h; one that is given twice matches either value. An answer without lines but with a cursor goes on. Example: {"q":"\\"net::ERR_TUNNEL\\" app:shop since:2h","limit":20}',
  needs: [searchLogs],
  input: z.object({
    q: z.string().check(z.minLength(1), z.maxLength(400)),
    limit: rows(100),
    cursor,
  }),
  page: "data.lines",
  run: async ({ q, limit = 30, cursor: after }, { call }) =>
    await call(searchLogs, { query: { q, limit, ...(after === undefined ? {} : { cursor: after }) } }),
});

export const readLog = defineTool({
  name: "read_log",
  title: "Read a stored log",
  description:
    'Without `log_id`: the stored logs of a browser or of an invocation. With it: its lines from `from_line` on; 100 by default, at most 300. Example: {"invocation_id":"inv_123"}, then {"log_id":7,"from_line":120}',
  needs: [listStoredLogs, readStoredLines],
  input: z.object({
    browser: z.optional(id),
    invocation_id: z.optional(id),
    log_id: z.optional(z.int().check(z.minimum(1))),
    from_line: z.optional(z.int().check(z.minimum(1))),
    limit: rows(300),
  }),
  page: "data.entries",
  async run({ browser, invocation_id, log_id: logId, from_line: fromLine, limit = 100 }, { call }) {
    if ([logId, browser, invocation_id].filter((given) => given !== undefined).length !== 1)
      throw new Problem(400, "bad_arguments", "Give exactly one of log_id, browser and invocation_id.");
    if (logId !== undefined) {
      const { entries, ...rest } = await call(readStoredLines, {
        params: { id: String(logId) },
        query: { limit, ...(fromLine === undefined ? {} : { from_line: fromLine }) },
      });
      return { ...rest, entries: shownEntries(entries) };
    }
    return await call(listStoredLogs, {
      query: {
        ...(browser === undefined ? {} : { session_id: browser }),
        ...(invocation_id === undefined ? {} : { invocation_id }),
      },
    });
  },
});
