// Where the figures begin that an alert fired by.
import { signal as signalShape } from "../../bff/alert-rules.ts";
import { stepStartMs } from "../../bff/clock-step.ts";
import type { Database } from "../db/database.ts";
import { readFloors } from "../invocations/invocation-writes.ts";
import { narrowestWidth } from "../invocations/rollups.ts";
import { parsedJson } from "../kernel/parsed-json.ts";

/** The window of an alert that has none stored and whose rule is gone: the rule's default. */
const usualMinutes = 30;

/** For how long the roll-ups of five minutes are kept. */
export const readKeptMs = async (db: Database, nowMs: number): Promise<number> =>
  nowMs - (await readFloors(db)).fine_ms;

/**
 * Epoch milliseconds: of a share of failures the beginning of its window, at a step of the roll-ups that were kept for
 * `keptMs` when it fired; else when it fired. `limit_ms`: the window, null where the alert was stored without it, and then
 * that of `signal`, the JSON of the rule's signal now, null where the rule is gone.
 */
export function sinceOf(
  {
    kind,
    fired_at_ms: firedAtMs,
    limit_ms: windowMs,
    signal,
  }: { kind: string; fired_at_ms: number; limit_ms: number | null; signal: string | null },
  keptMs: number,
): number {
  if (kind !== "failure_share") return firedAtMs;
  const sinceMs = firedAtMs - (windowMs ?? presentWindowMs(signal));
  const stepMs = narrowestWidth(sinceMs, firedAtMs - keptMs);
  return stepStartMs(sinceMs, stepMs);
}

function presentWindowMs(signal: string | null): number {
  const read = signalShape.safeParse(parsedJson(signal ?? ""));
  const minutes =
    read.success && read.data.kind === "failure_share" ? read.data.window_minutes : usualMinutes;
  return minutes * 60_000;
}
