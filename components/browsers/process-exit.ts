import type { ProcessHistory } from "@/lib/queries/process-history";

/** When a process ended, as exactly as it is known. */
export type ExitMoment =
  | { readonly kind: "logged"; readonly atMs: number }
  /** Between two polls. */
  | { readonly kind: "between"; readonly fromMs: number; readonly atMs: number }
  /** It was over when it was first asked about. */
  | { readonly kind: "before"; readonly atMs: number };

/** The moment of the exit; undefined while it runs, or when it was never seen to have ended. `recordedAtMs`: the newest
 *  sample that anybody's page took of it. */
export function exitMoment(
  history: ProcessHistory | undefined,
  loggedAtMs: number | undefined,
  recordedAtMs: number | undefined,
): ExitMoment | undefined {
  if (loggedAtMs !== undefined) return { kind: "logged", atMs: loggedAtMs };
  const atMs = history?.exitedAtMs;
  if (atMs === undefined) return undefined;
  const fromMs = history?.ranAtMs ?? recordedAtMs;
  return fromMs === undefined ? { kind: "before", atMs } : { kind: "between", fromMs, atMs };
}

/** What the exit is called: the API writes -1 for a signal without saying which; a log may. */
export function exitWord(exitCode: number | null | undefined, signal: string | undefined): string {
  if (signal !== undefined) return `killed by ${signal}`;
  if (exitCode === null || exitCode === undefined) return "exited";
  return exitCode === -1 ? "killed by a signal" : `exited ${exitCode}`;
}
