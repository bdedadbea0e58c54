// One redacted line of JSON per fault or note. Nothing else in the dashboard prints text from outside.
import { redact } from "./redact.ts";

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? text : `${text}\ncaused by ${textOf(error.cause)}`;
}

/** What helps to locate what a line is about. */
export type LogDetails = Readonly<Record<string, string | number>>;

/** Writes a fault to standard error. */
export function logFault(what: string, error: unknown, details: LogDetails = {}): void {
  const line = { at: new Date().toISOString(), level: "error", what, ...details, error: textOf(error) };
  console.error(redact(JSON.stringify(line)));
}

/** Writes what is no fault but belongs beside them, such as the end of one, to standard error. */
export function logNote(what: string, details: LogDetails): void {
  console.error(redact(JSON.stringify({ at: new Date().toISOString(), level: "info", what, ...details })));
}
