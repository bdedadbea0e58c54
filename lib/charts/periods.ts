// The periods up to now that charts and lists can show. A page offers some of them.
import { hourMs } from "../bff/time-units.ts";

/** Length of each period. */
export const periodMs = {
  "15m": hourMs / 4,
  "1h": hourMs,
  "6h": 6 * hourMs,
  "24h": 24 * hourMs,
  "7d": 7 * 24 * hourMs,
  "30d": 30 * 24 * hourMs,
} as const;
type Period = keyof typeof periodMs;

const labels = {
  "15m": "Last 15 min",
  "1h": "Last hour",
  "6h": "Last 6 h",
  "24h": "Last 24 h",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
} as const satisfies Record<Period, string>;

/** The given periods as options of a select. */
export const periodOptions = <P extends Period>(periods: readonly P[]): { value: P; label: string }[] =>
  periods.map((value) => ({ value, label: labels[value] }));

/** A period within a sentence: "the last 7 days". */
export const formatPeriod = (period: Period): string => `the ${labels[period].toLowerCase()}`;

/** A period as the API's filters take it, in hours. */
export const periodHours = (period: Period): string => `${periodMs[period] / hourMs}h`;
