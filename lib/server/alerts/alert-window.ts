// Where the figures begin that an alert fired by.
import { signal as signalShape } from "../../bff/alert-rules.ts";
import { rollupWidths } from "../invocations/rollups.ts";
import { parsedJson } from "../kernel/parsed-json.ts";

/** Of an alert whose rule is gone: the rule's default. */
const usualMinutes = 30;

/**
 * Epoch milliseconds: of a share of failures the beginning of its window, at a step of the roll-ups; else when it fired.
 * `signal`: the JSON of the rule's signal, null where the rule is gone.
 */
export function sinceOf({
  kind,
  fired_at_ms: firedAtMs,
  signal,
}: {
  kind: string;
  fired_at_ms: number;
  signal: string | null;
}): number {
  if (kind !== "failure_share") return firedAtMs;
  const read = signalShape.safeParse(parsedJson(signal ?? ""));
  const minutes =
    read.success && read.data.kind === "failure_share" ? read.data.window_minutes : usualMinutes;
  return Math.floor((firedAtMs - minutes * 60_000) / rollupWidths.fine) * rollupWidths.fine;
}
