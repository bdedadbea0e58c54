// What a signal makes of what was recorded.
import type { SignalReading } from "../../bff/alert-rules.ts";

/**
 * `absent`: what it means for a subject that it is not among the readings: there is nothing bad about it, it is no
 * more, or nothing is known of it. `gone`: subjects that are no more, whatever `absent` says.
 */
export type SignalOutcome =
  | {
      known: true;
      readings: SignalReading[];
      absent: "clear" | "gone" | "unknown";
      gone?: ReadonlySet<string>;
    }
  | { known: false; words: string };

/** Nothing is known of any subject, and why. */
export const nothingKnown = (words: string): SignalOutcome => ({ known: false, words });

/** Bad at and above `bad`, clear at and below `clear`. */
export const above = (value: number, bad: number, clear: number): SignalReading["verdict"] =>
  value >= bad ? "bad" : value <= clear ? "clear" : "between";

/** Whole minutes, or seconds below two of them. */
export const spanWords = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;
