// One redacted line of JSON per fault. Nothing else in the dashboard prints text from outside.
import { redact } from "./redact.ts";

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);

/** Writes a fault to standard error, with details that help to locate it. */
export function logFault(
  what: string,
  error: unknown,
  details: Readonly<Record<string, string | number>> = {},
): void {
  const line = { at: new Date().toISOString(), level: "error", what, ...details, error: textOf(error) };
  console.error(redact(JSON.stringify(line)));
}
