// The result of reading a signal.
import type { SignalReading } from "../../bff/alert-rules.ts";

/**
 * `absent`: the meaning of a subject missing in the readings: clear, deleted (`gone`), or unknown. `gone`: subjects that
 * were deleted, regardless of `absent`.
 */
export type SignalOutcome =
  | {
      known: true;
      readings: SignalReading[];
      absent: "clear" | "gone" | "unknown";
      gone?: ReadonlySet<string>;
    }
  | { known: false; message: string };

/** All subjects are unknown, for the given reason. */
export const unknownOutcome = (message: string): SignalOutcome => ({ known: false, message });

/** Bad at and above `bad`, clear at and below `clear`. */
export const above = (value: number, bad: number, clear: number): SignalReading["verdict"] =>
  value >= bad ? "bad" : value <= clear ? "clear" : "between";

/** Whole minutes, or seconds below two of them. */
export const formatSpan = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;
