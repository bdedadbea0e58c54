// Maps an invocation of the API to its table row, and merges two readings of it. Pure.
import { forgottenStatus, recordedHead } from "../../bff/recorded-invocation.ts";
import type { Invocation } from "../../contract/invocations.ts";
import { reasonKey } from "../../insight/reason-mask.ts";
import { storableText } from "../db/storable-text.ts";
import type { Tables } from "../db/tables.ts";
import { epochMs } from "../kernel/epoch-ms.ts";

export type InvocationRow = Tables["invocations"];

/** The beginning of a text. */
const head = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : storableText(text.slice(0, recordedHead));

/**
 * 0 waiting or forgotten, which any later reading replaces, 1 running, 2 finished. An unknown status counts as finished when
 * there is an end time.
 */
function stage(status: string, finishedAtMs: number | null): 0 | 1 | 2 {
  switch (status) {
    case "queued":
      return 0;
    case "running":
      return 1;
    case "succeeded":
    case "failed":
      return 2;
    case forgottenStatus:
      return finishedAtMs === null ? 0 : 2;
    default:
      return finishedAtMs === null ? 1 : 2;
  }
}

/** The row of an invocation that was observed at `atMs`. */
export function invocationRowOf(invocation: Invocation, atMs: number): InvocationRow {
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
 * Whether a reading is taken for older than the stored row, because its stage is: list pages may be outdated. One that
 * `isCurrent` is not where the row runs: a start that failed makes an invocation wait again.
 */
export function isOlder(before: InvocationRow, read: InvocationRow, isCurrent: boolean): boolean {
  const stored = stage(before.status, before.finished_at_ms);
  return stage(read.status, read.finished_at_ms) < stored && !(isCurrent && stored === 1);
}

/** Merges the stored row with a later reading. An older one (`isOlder`) changes no data; texts that one lacks are kept. */
export function newerOf(before: InvocationRow, read: InvocationRow, isCurrent: boolean): InvocationRow {
  if (isOlder(before, read, isCurrent)) return { ...before, checked_at_ms: read.checked_at_ms };
  return {
    ...read,
    payload_head: read.payload_head ?? before.payload_head,
    output_head: read.output_head ?? before.output_head,
    first_seen_ms: before.first_seen_ms,
    sessions_at_ms: before.sessions_at_ms,
  };
}

/** The columns with data of the API: all but when the invocation was observed. */
const dataColumns = [
  ...(["id", "app_name", "action_name", "version", "status"] as const),
  ...(["started_at_ms", "finished_at_ms", "duration_ms", "open"] as const),
  ...(["reason", "reason_key", "payload_head", "output_head"] as const),
] satisfies readonly (keyof InvocationRow)[];

/** Whether two rows of one invocation have equal API data. */
export const hasSameData = (one: InvocationRow, other: InvocationRow): boolean =>
  dataColumns.every((column) => one[column] === other[column]);
