// Rates and times of a forecast, as lists show them, too.
import { minuteMs } from "@/lib/bff/time-units";
import { formatDuration } from "@/lib/format/duration";
import { poolNumbersTexts } from "./pool-list-messages.ts";

/** Browsers per minute with two significant digits: `3/min`, `0.25/min`. Unknown is an en dash. */
export function formatRate(perMinute: number | null | undefined): string {
  if (perMinute === null || perMinute === undefined || !Number.isFinite(perMinute)) return "–";
  const size = Math.abs(perMinute);
  const text =
    size >= 9.95 ? perMinute.toFixed(0) : size >= 0.995 ? perMinute.toFixed(1) : perMinute.toFixed(2);
  return `${text.includes(".") ? text.replace(/\.?0+$/, "").replace(/^-0$/, "0") : text}/min`;
}

export const formatMinutes = (minutes: number): string => formatDuration(minutes * minuteMs);

/** When none is available, from `minutesLeft`. */
export function formatEmptyIn(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return "–";
  return minutes === 0 ? poolNumbersTexts.now : formatForecast(minutes);
}

/** A forecast is not known to the second. */
export function formatForecast(minutes: number): string {
  return formatMinutes(Math.max(1, Math.round(minutes)));
}
