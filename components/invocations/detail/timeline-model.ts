// Model of an invocation's timeline: states and sessions on one time axis, and operators' acts within it. Pure.
import { type AuditEntry, idInTarget } from "@/lib/bff/audit";
import type { TimeRange } from "@/lib/charts/time-range";
import type { Invocation } from "@/lib/contract/invocations";
import { parseInstant } from "@/lib/format/rfc3339";
import { paces } from "@/lib/paces";
import type { TrackedSession } from "./tracked-sessions.ts";

export interface StateSpan extends TimeRange {
  readonly status: "queued" | "running";
  /** Whether it is still in progress. */
  readonly goesOn: boolean;
}
export interface SessionSpan extends TimeRange {
  readonly id: string;
  readonly name?: string | null | undefined;
  /** Its current state; `left` is not deleted but no longer part of this invocation. */
  readonly now: "active" | "deleted" | "left";
  /** When it was first seen, epoch milliseconds, where its end is not known: then it goes to that of the invocation. */
  readonly firstSeenMs?: number;
}
export interface ActMark {
  readonly entry: AuditEntry;
  readonly atMs: number;
}
export interface Timeline extends TimeRange {
  readonly states: readonly StateSpan[];
  /** Its end, if it has ended and the time is known. */
  readonly end: { readonly status: string; readonly atMs: number } | undefined;
  readonly sessions: readonly SessionSpan[];
}

interface TimelineInput {
  invocation: Invocation;
  /** Time of queuing, if it was read before the start. */
  queuedAt: string | undefined;
  seen: readonly TrackedSession[];
  nowMs: number;
}

const msOf = (text: string | null | undefined) => parseInstant(text ?? "")?.epochMs;
const shortestMs = 1_000;
/** How long an invocation's end may take to delete its browsers. */
const endingMs = 5_000;

/** Undefined for an invocation without a start. */
export function timelineOf({ invocation, queuedAt, seen, nowMs }: TimelineInput): Timeline | undefined {
  const { status, finished_at } = invocation;
  const startMs = msOf(invocation.started_at);
  if (startMs === undefined) return undefined;
  const endMs = msOf(finished_at);
  const queuedMs = status === "queued" ? startMs : msOf(queuedAt);
  const untilMs = Math.max(startMs, endMs ?? nowMs);
  const states: StateSpan[] = [];
  if (status === "queued") states.push({ status, fromMs: startMs, toMs: untilMs, goesOn: true });
  else {
    if (queuedMs !== undefined && queuedMs < startMs)
      states.push({ status: "queued", fromMs: queuedMs, toMs: startMs, goesOn: false });
    // An ended invocation without an end time ran for an unknown time.
    if (endMs !== undefined || status === "running")
      states.push({ status: "running", fromMs: startMs, toMs: untilMs, goesOn: endMs === undefined });
  }
  const fromMs = Math.min(startMs, queuedMs ?? startMs);
  const sessions = seen.flatMap(({ browser, isActive, firstSeenMs, lastSeenMs }): SessionSpan[] => {
    const created = msOf(browser.created_at);
    if (created === undefined) return [];
    const deletedMs = msOf(browser.deleted_at);
    // A browser of a pool that was deleted later had left this invocation by its end, and may have served others.
    const isLater = deletedMs !== undefined && deletedMs > untilMs + endingMs;
    const deleted = browser.pool && isLater ? undefined : deletedMs;
    const knownEndMs = deleted ?? lastSeenMs;
    const toMs = isActive ? Math.max(untilMs, nowMs) : (knownEndMs ?? untilMs);
    return [
      {
        id: browser.session_id,
        name: browser.name,
        fromMs: created,
        toMs: Math.max(created, toMs),
        now: isActive ? "active" : deleted === undefined ? "left" : "deleted",
        ...(isActive || knownEndMs !== undefined ? {} : { firstSeenMs }),
      },
    ];
  });
  const sessionsEndMs = sessions.map(({ now, toMs }) => (now === "active" ? untilMs : toMs));
  return {
    fromMs,
    toMs: Math.max(untilMs, fromMs + shortestMs, ...sessionsEndMs),
    states,
    end: status && endMs !== undefined ? { status, atMs: endMs } : undefined,
    sessions,
  };
}

/** The acts on the invocation `id`, and those on its browsers within its time: one of a pool serves others too. */
export function actsWithin(
  { fromMs, toMs }: TimeRange,
  id: string,
  entries: readonly AuditEntry[],
): readonly ActMark[] {
  const requests = new Set(
    entries
      .filter(({ target, at_ms }) => idInTarget(target) === id || (at_ms >= fromMs && at_ms <= toMs))
      .map((entry) => entry.request_id),
  );
  return actsOf(entries.filter((entry) => requests.has(entry.request_id)));
}

/** An answer replaces an unknown outcome, and both the intent. */
const rank = ({ phase }: AuditEntry) => (phase === "intended" ? 0 : phase === "unknown" ? 1 : 2);

/** One mark per action: its result if there is one, otherwise the intended entry. Oldest first. */
export function actsOf(entries: readonly AuditEntry[]): readonly ActMark[] {
  const byRequest = new Map<string, AuditEntry>();
  for (const entry of entries) {
    const known = byRequest.get(entry.request_id);
    if (known === undefined || rank(entry) > rank(known)) byRequest.set(entry.request_id, entry);
  }
  return [...byRequest.values()]
    .map((entry) => ({ entry, atMs: entry.at_ms }))
    .sort((one, other) => one.atMs - other.atMs);
}

/** Whether the result of an action is still to be written to the audit. */
export const isAnswerPending = (entries: readonly AuditEntry[], nowMs: number): boolean =>
  actsOf(entries).some(
    ({ entry, atMs }) => entry.phase === "intended" && Math.abs(nowMs - atMs) < paces.deadlines.actMs,
  );
