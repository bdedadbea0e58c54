// Everything that a search found, in one form: lines of logs, and the reasons, payloads and outputs of invocations.
import type * as z from "zod/mini";
import { shownParts } from "@/components/log-pane/line-columns";
import type { recordedInvocation } from "@/lib/bff/invocation-history";
import { parseLogTopic } from "@/lib/bff/live";
import type { FoundLine, FoundLog } from "@/lib/bff/log-search";
import { visibleText } from "@/lib/format/ansi";
import { readJsonLine } from "@/lib/format/json-line";
import { readLineParts } from "@/lib/format/line-parts";
import { type LogLevel, levelOf } from "@/lib/format/log-level";
import { lineHash } from "@/lib/live/line-hash";
import type { LogMatcher } from "@/lib/live/log-query";
import { logLinePath, paths } from "@/lib/paths";
import { type Excerpt, excerptOf } from "./excerpt.ts";

export type RecordedInvocation = z.infer<typeof recordedInvocation>;
export type EntryKind = "line" | "reason" | "payload" | "output";

/** What entries are shown under: an invocation, or a browser. */
export interface EntrySubject {
  readonly kind: "invocation" | "browser";
  readonly id: string;
  /** The name of a browser, where it is known. */
  readonly name: string | undefined;
  /** The status of an invocation, as it was last read; undefined while unknown. */
  readonly status: string | undefined;
  /** Whether the invocation or browser has ended. */
  readonly hasEnded: boolean;
  /** The application of the invocation, or of the last one seen with the browser; undefined where unknown. */
  readonly app: string | undefined;
  readonly action: string | undefined;
  readonly version: string | undefined;
}

/** Something found. */
export interface FoundEntry {
  readonly key: string;
  readonly kind: EntryKind;
  readonly subject: EntrySubject;
  /** NaN while unknown. */
  readonly atMs: number;
  /** A line's log and its number there; undefined for other kinds. */
  readonly line: { readonly log: number; readonly number: number } | undefined;
  readonly level: LogLevel;
  /** What wrote a line, as far as it says; of other kinds, the kind. */
  readonly source: string | undefined;
  readonly shown: Excerpt;
  readonly href: string;
}

export const subjectKey = ({ kind, id }: Pick<EntrySubject, "kind" | "id">): string => `${kind} ${id}`;

/** The lines as entries, each line once; without those whose log is no log of an invocation or a browser. */
export function lineEntries(
  answers: readonly { readonly lines: readonly FoundLine[]; readonly logs: readonly FoundLog[] }[],
  matcher: LogMatcher,
): FoundEntry[] {
  const entries = new Map<string, FoundEntry>();
  for (const { lines, logs } of answers) {
    const byId = new Map(logs.map((log) => [log.id, log]));
    for (const line of lines) {
      const key = `line ${line.log_id} ${line.line}`;
      const log = byId.get(line.log_id);
      // A chunk that was completed between two answers is in both.
      const entry = log === undefined || entries.has(key) ? undefined : lineEntry(key, line, log, matcher);
      if (entry !== undefined) entries.set(key, entry);
    }
  }
  return [...entries.values()];
}

function lineEntry(key: string, line: FoundLine, log: FoundLog, matcher: LogMatcher): FoundEntry | undefined {
  const topic = parseLogTopic(log.topic);
  if (topic === undefined) return undefined;
  const level = levelOf(line.text);
  const visible = visibleText(line.text);
  const json = readJsonLine(visible);
  const read = readLineParts(visible, json, level);
  const parts = shownParts({ visible, parts: read }, matcher, undefined);
  const message = parts === undefined ? visible : (parts.message ?? visible.slice(parts.prefixChars));
  const isInvocation = "invocationId" in topic;
  return {
    key,
    kind: "line",
    subject: {
      kind: isInvocation ? "invocation" : "browser",
      id: isInvocation ? topic.invocationId : topic.sessionId,
      name: log.session_name ?? undefined,
      status: log.status ?? undefined,
      hasEnded: log.session_ended ?? log.ended_at_ms !== null,
      app: log.app_name || undefined,
      action: log.action_name || undefined,
      version: log.version || undefined,
    },
    atMs: Date.parse(line.at),
    line: { log: line.log_id, number: line.line },
    level,
    source: read?.source,
    shown: excerptOf(message, matcher.ranges(message)),
    href: logLinePath(topic, { at: line.at, hash: lineHash(line.text) }, line.view),
  };
}

/** The reasons, payloads and outputs that match as a whole, each once. */
export function invocationEntries(
  invocations: readonly RecordedInvocation[],
  matcher: LogMatcher,
): FoundEntry[] {
  const entries = new Map<string, FoundEntry>();
  for (const invocation of invocations) {
    const { id, started_at_ms: startedMs, finished_at_ms: finishedMs } = invocation;
    const endMs = finishedMs ?? startedMs;
    const fields = [
      ["payload", invocation.payload_head, startedMs],
      ["output", invocation.output_head, endMs],
      ["reason", invocation.reason, endMs],
    ] as const;
    for (const [kind, text, atMs] of fields) {
      const visible = visibleText((text ?? "").replace(/\s+/g, " "));
      if (!matcher.matches(visible, true)) continue;
      const ranges = matcher.ranges(visible);
      if (ranges.length === 0) continue;
      const key = `${kind} ${id}`;
      entries.set(key, {
        key,
        kind,
        subject: subjectOf(invocation),
        atMs,
        line: undefined,
        level: "none",
        source: kind,
        shown: excerptOf(visible, ranges),
        href: paths.invocation(id),
      });
    }
  }
  return [...entries.values()];
}

const subjectOf = ({
  id,
  status,
  app_name,
  action_name,
  version,
  open,
}: RecordedInvocation): EntrySubject => ({
  kind: "invocation",
  id,
  name: undefined,
  status,
  hasEnded: !open,
  app: app_name || undefined,
  action: action_name || undefined,
  version: version || undefined,
});
