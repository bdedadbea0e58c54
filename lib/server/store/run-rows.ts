// An invocation as the API tells it, as a row of the mirror; and of two tellings, which one holds. Pure.
import { recordedHead } from "../../bff/recorded-invocation.ts";
import type { Invocation } from "../../contract/invocations.ts";
import { reasonKey } from "../../insight/reason-mask.ts";
import type { Tables } from "./tables.ts";

export type RunRow = Tables["runs"];

/** The beginning of a text, as every store takes it. */
const head = (text: string | null | undefined): string | null =>
  text === null || text === undefined
    ? null
    : text.slice(0, recordedHead).toWellFormed().replaceAll("\0", "\uFFFD");

/** Epoch milliseconds of an RFC 3339 time; null for what is none. */
export function epochMs(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const read = Date.parse(text.replace(/(\.\d{3})\d+/, "$1"));
  return Number.isFinite(read) ? read : null;
}

/** 0 waiting, 1 at work, 2 over. What is over in a status we do not know says so by its end. */
function stage(status: string, finishedAtMs: number | null): 0 | 1 | 2 {
  switch (status) {
    case "queued":
      return 0;
    case "running":
      return 1;
    case "succeeded":
    case "failed":
      return 2;
    default:
      return finishedAtMs === null ? 1 : 2;
  }
}

/** The row of an invocation that was observed at `atMs`. */
export function runRowOf(invocation: Invocation, atMs: number): RunRow {
  const status = head(invocation.status) ?? "";
  const finishedAtMs = epochMs(invocation.finished_at);
  const startedAtMs = epochMs(invocation.started_at) ?? finishedAtMs ?? atMs;
  const over = stage(status, finishedAtMs) === 2;
  const lasted = over && finishedAtMs !== null ? finishedAtMs - startedAtMs : -1;
  const reason = head(invocation.status_reason);
  return {
    id: invocation.id.toWellFormed().replaceAll("\0", "\uFFFD"),
    app_name: head(invocation.app_name) ?? "",
    action_name: head(invocation.action_name) ?? "",
    version: head(invocation.version) ?? "",
    status,
    started_at_ms: startedAtMs,
    finished_at_ms: finishedAtMs,
    duration_ms: lasted < 0 ? null : lasted,
    reason,
    reason_key: status === "failed" && reason !== null ? reasonKey(reason) : null,
    payload_head: head(invocation.payload),
    output_head: head(invocation.output),
    open: over ? 0 : 1,
    first_seen_ms: atMs,
    checked_at_ms: atMs,
    sessions_at_ms: 0,
  };
}

/**
 * What holds of a run that is known as `before` and was read again as `told`. A run never goes back: pages may be
 * older than what another page said. What a telling leaves out stays known.
 */
export function newerOf(before: RunRow, told: RunRow): RunRow {
  const back = stage(told.status, told.finished_at_ms) < stage(before.status, before.finished_at_ms);
  if (back) return { ...before, checked_at_ms: told.checked_at_ms };
  return {
    ...told,
    payload_head: told.payload_head ?? before.payload_head,
    output_head: told.output_head ?? before.output_head,
    first_seen_ms: before.first_seen_ms,
    sessions_at_ms: before.sessions_at_ms,
  };
}

const facts = [
  "app_name",
  "action_name",
  "version",
  "status",
  "started_at_ms",
  "finished_at_ms",
  "duration_ms",
  "reason",
  "reason_key",
  "payload_head",
  "output_head",
  "open",
] as const satisfies readonly (keyof RunRow)[];

/** Whether two rows of one run say the same of it. */
export const sameFacts = (one: RunRow, other: RunRow): boolean =>
  facts.every((name) => one[name] === other[name]);
