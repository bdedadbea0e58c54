import type { ProcessHistory } from "@/lib/queries/process-history";
import { processExitTexts } from "./process-messages.ts";

/** When a process ended, as precisely as it is known. */
export type ExitMoment =
  | { readonly kind: "logged"; readonly atMs: number }
  /** Between two polls. */
  | { readonly kind: "between"; readonly fromMs: number; readonly atMs: number }
  /** It had ended before the first poll. */
  | { readonly kind: "before"; readonly atMs: number };

/** The time of the exit; undefined while it runs or if the exit was never polled. `recordedAtMs`: the
 *  newest recorded sample. */
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

/** Text for the exit: for a signal the API returns -1 without its number; a log may contain it. */
export function exitName(exitCode: number | null | undefined, signal: string | undefined): string {
  if (signal !== undefined) return processExitTexts.killedBy(signal);
  if (exitCode === null || exitCode === undefined) return "exited";
  return exitCode === -1 ? processExitTexts.killedByASignal : processExitTexts.exited(exitCode);
}
