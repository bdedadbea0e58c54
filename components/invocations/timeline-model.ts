// What a run's timeline shows: what is known of its states, its sessions and the operators' acts, on one axis of time.
import type { AuditEntry } from "@/lib/bff/audit";
import type { Invocation } from "@/lib/contract/invocations";
import { parseInstant } from "@/lib/format/rfc3339";
import { paces } from "@/lib/paces";
import type { SeenSession } from "./seen-sessions.ts";

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
export interface StateSpan extends Span {
  readonly status: "queued" | "running";
  /** Whether it is still so. */
  readonly goesOn: boolean;
}
export interface SessionSpan extends Span {
  readonly id: string;
  /** How it stands now: `left` was not deleted but is not in this run any more. */
  readonly now: "active" | "deleted" | "left";
}
export interface ActMark {
  readonly entry: AuditEntry;
  readonly atMs: number;
}
export interface Timeline extends Span {
  readonly states: readonly StateSpan[];
  /** Its end, where it is over and says when. */
  readonly end: { readonly status: string; readonly atMs: number } | undefined;
  readonly sessions: readonly SessionSpan[];
  readonly acts: readonly ActMark[];
}

interface Known {
  invocation: Invocation;
  /** When it was queued, where that was seen before it started. */
  queuedAt: string | undefined;
  seen: readonly SeenSession[];
  deletedAt: ReadonlyMap<string, string>;
  entries: readonly AuditEntry[];
  nowMs: number;
}

const msOf = (text: string | null | undefined) => parseInstant(text ?? "")?.epochMs;
const shortestMs = 1_000;

/** Undefined for a run that does not say when it began. */
export function timelineOf({
  invocation,
  queuedAt,
  seen,
  deletedAt,
  entries,
  nowMs,
}: Known): Timeline | undefined {
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
    // One that is over and does not say when ran for a time nobody knows.
    if (endMs !== undefined || status === "running")
      states.push({ status: "running", fromMs: startMs, toMs: untilMs, goesOn: endMs === undefined });
  }
  const fromMs = Math.min(startMs, queuedMs ?? startMs);
  const sessions = seen.flatMap(({ browser, isActive, lastSeenMs }): SessionSpan[] => {
    const created = msOf(browser.created_at);
    if (created === undefined) return [];
    const deleted = msOf(deletedAt.get(browser.session_id) ?? browser.deleted_at);
    const toMs = isActive ? Math.max(untilMs, nowMs) : (deleted ?? lastSeenMs);
    const now = isActive ? "active" : deleted === undefined ? "left" : "deleted";
    return [{ id: browser.session_id, fromMs: created, toMs: Math.max(created, toMs), now }];
  });
  const sessionsEndMs = sessions.map(({ now, toMs }) => (now === "active" ? untilMs : toMs));
  return {
    fromMs,
    toMs: Math.max(untilMs, fromMs + shortestMs, ...sessionsEndMs),
    states,
    end: status && endMs !== undefined ? { status, atMs: endMs } : undefined,
    sessions,
    acts: actsOf(entries),
  };
}

/** One mark for each act: its answer where there is one, else what was intended. Oldest first. */
export function actsOf(entries: readonly AuditEntry[]): readonly ActMark[] {
  const byRequest = new Map<string, AuditEntry>();
  for (const entry of entries) {
    const known = byRequest.get(entry.request_id);
    if (known === undefined || known.phase === "intended") byRequest.set(entry.request_id, entry);
  }
  return [...byRequest.values()]
    .map((entry) => ({ entry, atMs: entry.at_ms }))
    .sort((one, other) => one.atMs - other.atMs);
}

/** Whether the answer of an act is still to be written. */
export const awaitsAnswer = (entries: readonly AuditEntry[], nowMs: number): boolean =>
  actsOf(entries).some(
    ({ entry, atMs }) => entry.phase === "intended" && Math.abs(nowMs - atMs) < paces.patience.actMs,
  );

/** Where a moment stands on the axis, 0 to 1; what lies beyond stands at the edge. */
export function shareOf({ fromMs, toMs }: Span, atMs: number): number {
  return Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
}
