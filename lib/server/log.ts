// One line of JSON per fault, redacted. Nothing else in the dashboard prints what came from outside.
import { redact } from "./redact.ts";

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);

/** Writes a fault to standard error with the facts that help to find it. */
export function logFault(
  what: string,
  error: unknown,
  facts: Readonly<Record<string, string | number>> = {},
): void {
  const line = { at: new Date().toISOString(), level: "error", what, ...facts, error: textOf(error) };
  console.error(redact(JSON.stringify(line)));
}
