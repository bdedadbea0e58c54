// One event of the upstream's log stream as a line. The upstream is not trusted: the result is bounded text or nothing.

import { logEvent, logLineMaxBytes } from "../../contract/logs.ts";
import { withoutCutSecret } from "../kernel/known-secrets.ts";
import { parsedJson } from "../kernel/parsed-json.ts";
import { redact } from "../kernel/redact.ts";

/** A line before it has an id. */
export interface LogItem {
  /** The timestamp as the upstream sent it, or the time of receipt. */
  at: string;
  /** The time of receipt, where it differs. */
  receivedAt?: string;
  text: string;
  /** The text lost its end. */
  cut: boolean;
}

/** Longest text of a line, in UTF-16 units. */
export const maxTextLength = logLineMaxBytes;

/** How much of a text beyond the longest is searched for secrets. */
const overlap = 8_192;

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/**
 * The first `maxTextLength` units of a text, without splitting a surrogate pair; `cut` when something was removed. Secrets
 * are redacted, as in every answer of the API.
 */
export function shownText(text: string): { text: string; cut: boolean } {
  if (text.length <= maxTextLength) return { text: redact(text), cut: false };
  // Redacted before it is cut: half a secret is not recognized.
  const clean = redact(withoutCutSecret(text.slice(0, maxTextLength + overlap)));
  const end = isHighSurrogate(clean.charCodeAt(maxTextLength - 1)) ? maxTextLength - 1 : maxTextLength;
  return { text: clean.slice(0, end), cut: true };
}

/** The message of an event whose JSON ends inside the message. */
function salvage(data: string): string | undefined {
  const start = /"message"\s*:\s*"/.exec(data);
  if (start === null) return undefined;
  const body = data
    .slice(start.index + start[0].length)
    .slice(0, maxTextLength)
    .replace(/\\(u[0-9a-fA-F]{0,3})?$/, "");
  try {
    const text: unknown = JSON.parse(`"${body}"`);
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The line in an event's data; undefined for events other than log lines, such as heartbeats. Data that is not the
 * contract's JSON becomes the text unchanged. `truncated`: the reader removed the end of the data.
 */
export function toLogItem(data: string, truncated: boolean, receivedAt: string): LogItem | undefined {
  const value = parsedJson(data);
  const isKindless = typeof value === "object" && value !== null && !("event" in value);
  const event = logEvent.safeParse(isKindless ? { ...value, event: "log" } : value);
  if (event.success) {
    return { at: event.data.timestamp ?? receivedAt, receivedAt, ...shownText(event.data.message) };
  }
  if (typeof value === "object" && value !== null && "event" in value && value.event !== "log")
    return undefined;
  const rest = truncated ? salvage(data) : undefined;
  const shown = shownText(truncated ? withoutCutSecret(rest ?? data) : data);
  return { at: receivedAt, text: shown.text, cut: shown.cut || truncated };
}
