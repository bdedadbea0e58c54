// One telemetry event as a line of a log: bounded, and without secrets and pictures.

import { isoTime } from "../../clock.ts";
import type { TelemetryRecord } from "../../contract/telemetry.ts";
import { redact } from "../kernel/redact.ts";
import { type LogItem, maxTextLength } from "./log-item.ts";

const hidden = "[redacted]";
/** Names of headers and fields whose value is a credential, in any spelling: `Set-Cookie`, `x-api-key`, `accessToken`. */
const credential =
  /(^|[_-])(authorization|cookies?|tokens?|secret|password|passwd|passphrase|jwt|credentials?|api[_-]?key|access[_-]?key|private[_-]?key|session[_-]?id)([_-]|$)/i;
const separated = (name: string) => name.replace(/([a-z\d])([A-Z])/g, "$1_$2");

/** Of one text within an event; posted data is the only one that the contract does not bound. */
const maxTextChars = 16_384;
const maxDepth = 32;

/** Fields of the contract whose name looks like that of a credential. */
const plainFields = new Set(["session_id"]);

interface Cut {
  /** Whether a text was shortened. */
  isCut: boolean;
}

function shown(value: unknown, cut: Cut, depth: number): unknown {
  if (typeof value === "string") return shownText(value, cut);
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) {
    cut.isCut = true;
    return null;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => shown(item, cut, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      !plainFields.has(name) &&
      credential.test(separated(name)) &&
      typeof field !== "boolean" &&
      field !== null
        ? hidden
        : shown(field, cut, depth + 1),
    ]),
  );
}

function shownText(text: string, cut: Cut): string {
  if (text.length <= maxTextChars) return redact(text);
  cut.isCut = true;
  return redact(text.slice(0, maxTextChars)).toWellFormed();
}

const maxEpochMs = 8_640_000_000_000_000;

/** RFC 3339 for microseconds since the epoch; the present for a number that is no time. */
const timeOf = (ts: number): string => isoTime(Math.abs(ts) <= maxEpochMs * 1000 ? ts / 1000 : Date.now());

/** Texts that are left out, longest part first, until a line has room for the event. */
const dispensable = ["png", "body", "post_data", "stack_trace", "args", "headers"] as const;

/** The line of an event. Its text is the event as JSON, without its picture; secrets are redacted. */
export function telemetryItem({ seq, event }: TelemetryRecord): LogItem {
  const { png: _, ...data } = event.data ?? {};
  const cut = { isCut: event.truncated === true };
  const visible = shown(data, cut, 0);
  const fields: Record<string, unknown> = { ...(typeof visible === "object" ? visible : {}) };
  const { data: __, truncated: ___, ...rest } = event;
  const write = () =>
    JSON.stringify({
      seq,
      event: { ...rest, data: fields, ...(cut.isCut ? { truncated: true } : {}) },
    });
  let text = write();
  for (const name of dispensable) {
    if (text.length <= maxTextLength) break;
    if (!(name in fields)) continue;
    delete fields[name];
    cut.isCut = true;
    text = write();
  }
  if (text.length > maxTextLength) {
    const { category, type, ts, source } = event;
    text = JSON.stringify({
      seq,
      event: { category, type, ts, source: { kind: source.kind }, truncated: true },
    });
  }
  return { at: timeOf(event.ts), text, cut: false };
}
