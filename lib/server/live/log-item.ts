// One event of the upstream's log stream as a line. The upstream is not trusted: whatever the data is, the answer is
// text within bounds, or nothing.
import { logEvent, logLineMaxBytes } from "../../contract/logs.ts";

/** A line before it has an id. */
export interface LogItem {
  at: string;
  text: string;
  cut: boolean;
}

/** Longest text of a line, in UTF-16 units. */
export const maxTextLength = logLineMaxBytes;

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** The first `maxTextLength` units of a text, never half a character. */
export function capText(text: string): { text: string; cut: boolean } {
  if (text.length <= maxTextLength) return { text, cut: false };
  const end = isHighSurrogate(text.charCodeAt(maxTextLength - 1)) ? maxTextLength - 1 : maxTextLength;
  return { text: text.slice(0, end), cut: true };
}

/** What can be read of an event that was cut off inside its message. */
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

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/**
 * The line in an event's data. Undefined for events that are no log lines, such as heartbeats. Data that is not the
 * contract's JSON is shown as it came; `truncated` says that its end was cut off on the way.
 */
export function toLogItem(data: string, truncated: boolean, receivedAt: string): LogItem | undefined {
  const value = parsed(data);
  const event = logEvent.safeParse(value);
  if (event.success) {
    return { at: event.data.timestamp ?? receivedAt, ...capText(event.data.message) };
  }
  if (typeof value === "object" && value !== null && "event" in value && value.event !== "log")
    return undefined;
  const rest = truncated ? salvage(data) : undefined;
  const shown = capText(rest ?? data);
  return { at: receivedAt, text: shown.text, cut: shown.cut || truncated };
}
