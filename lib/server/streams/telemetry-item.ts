// One telemetry event as a line of a log: bounded, and without secrets and pictures.

import { isoTime } from "../../clock.ts";
import type { TelemetryRecord } from "../../contract/telemetry.ts";
import { withoutCutSecret } from "../kernel/known-secrets.ts";
import { redactValue } from "../kernel/redact.ts";
import { type LogItem, maxTextLength } from "./log-item.ts";

/** Whether a field has the id of a session at a website: any spelling but that of the contract's own field. */
const isForeignSessionId = (name: string) =>
  name !== "session_id" && /(^|[^a-z])session[^a-z]?id([^a-z]|$)/i.test(name);

/** The characters of one text within an event; posted data is the only one that the contract does not bound. */
const maxTextChars = 16_384;
const maxDepth = 32;

interface Cut {
  /** Whether a text was shortened. */
  isCut: boolean;
}

/** The value with texts and nesting of limited length. */
function bounded(value: unknown, cut: Cut, depth: number): unknown {
  if (typeof value === "string") return boundedText(value, cut);
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) {
    cut.isCut = true;
    return null;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => bounded(item, cut, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, bounded(field, cut, depth + 1)]),
  );
}

function boundedText(text: string, cut: Cut): string {
  if (text.length <= maxTextChars) return text;
  cut.isCut = true;
  return withoutCutSecret(text.slice(0, maxTextChars)).toWellFormed();
}

const withoutSecrets = (value: unknown): unknown =>
  redactValue(value, { fields: "mask", isCredential: isForeignSessionId });

const maxEpochMs = 8_640_000_000_000_000;

/** RFC 3339 for microseconds since the epoch; the present for a number that is no time. */
const timeOf = (ts: number): string => isoTime(Math.abs(ts) <= maxEpochMs * 1000 ? ts / 1000 : Date.now());

/** Texts that are left out, longest part first, until a line has room for the event. */
const dispensable = ["png", "body", "post_data", "stack_trace", "args", "headers"] as const;

/** The line of an event. Its text is the event as JSON, without its picture; secrets are redacted. */
export function telemetryItem({ seq, event }: TelemetryRecord): LogItem {
  const { png: _, ...data } = event.data ?? {};
  const cut = { isCut: event.truncated === true };
  const { data: __, truncated: ___, ...shell } = event;
  const visible = withoutSecrets(bounded(data, cut, 0));
  const fields: Record<string, unknown> = { ...(typeof visible === "object" ? visible : {}) };
  const rest = withoutSecrets(bounded(shell, cut, 0));
  const write = () =>
    JSON.stringify({
      seq,
      event: {
        ...(typeof rest === "object" ? rest : {}),
        data: fields,
        ...(cut.isCut ? { truncated: true } : {}),
      },
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
    const least = { category, type, ts, source: { kind: source.kind }, truncated: true };
    text = JSON.stringify({ seq, event: withoutSecrets(bounded(least, cut, 0)) });
  }
  return { at: timeOf(event.ts), text, cut: false };
}
