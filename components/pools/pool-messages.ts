// Texts and numbers of a forecast.
import type { ConfiguredRate, FillRate, PoolInsight, TimeToEmpty } from "@/lib/bff/pool-insight";
import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { minutesLeft } from "@/lib/insight/pool-condition";

const minuteMs = 60_000;

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
  return minutes === 0 ? "now" : formatForecast(minutes);
}

/** A forecast is not known to the second. */
function formatForecast(minutes: number): string {
  const rounded = Math.max(1, Math.round(minutes));
  return rounded < 60 ? `${rounded} min` : formatMinutes(rounded);
}

/** Short form of the time to empty. `available`: the newest count. */
export function formatTimeToEmpty(insight: PoolInsight, available: number): string {
  const minutes = minutesLeft({ available }, insight);
  if (minutes === undefined) return "not known";
  if (minutes === null) return "not emptying";
  return minutes === 0 ? "empty now" : formatForecast(minutes);
}

/** Range of the time to empty: `12 min to 40 min`, `from 12 min`; without a time, what data is missing. */
export function formatBand(insight: PoolInsight, available: number): string {
  const { empty, sampled_at_ms: sampled, size, consumption } = insight;
  if (available === 0) return "No browser is available";
  if (sampled === null) return "No recent samples";
  if (size === null) return "The API does not report its size";
  if (consumption === null || empty === null || insight.available === 0) return "Not enough data yet";
  return bandOf(empty);
}

function bandOf({ minutes, earliest_minutes: earliest, latest_minutes: latest }: TimeToEmpty): string {
  if (earliest === null) return "Not even at the fastest rate";
  if (minutes === null) return `At the fastest rate in ${formatForecast(earliest)}`;
  if (latest === null) return `${formatForecast(earliest)} at the fastest rate, not at the slowest`;
  return `${formatForecast(earliest)} to ${formatForecast(latest)}`;
}

/** Source of the fill rate. */
export function formatSource({ source, set, learned, configured }: FillRate): string {
  if (source === "set" && set !== null) return `set by ${set.by}`;
  if (source === "learned" && learned !== null)
    return `observed: ${formatCount(learned.browsers)} in ${formatMinutes(learned.minutes)}`;
  if (source === "configured" && configured !== null)
    return configured.percent === 0 ? "configured as 0 %" : "as configured, not observed yet";
  return "not configured, not observed yet";
}

/** A configured rate in the API's unit and in browsers: `10 % of the size, 4/min`. */
export const formatConfiguredRate = ({ percent, per_minute }: Omit<ConfiguredRate, "met">): string =>
  `${percent} % of the size, ${formatRate(per_minute)}`;

/** Alarm about a pool's filling; undefined where there is none. */
export function alarmMessage({ state }: PoolInsight): { title: string; evidence: string } | undefined {
  if (state.kind !== "cannot_fill") return undefined;
  const { evidence, cause } = state;
  const over = formatDuration(evidence.to_ms - evidence.from_ms);
  const shrunk =
    evidence.shrunk === 0
      ? "it stayed the same"
      : evidence.shrunk > 0
        ? `it shrank by ${evidence.shrunk}`
        : `it grew by ${-evidence.shrunk}`;
  const moved = `${evidence.started} started, ${evidence.lost} lost`;
  return {
    title: `Cannot fill: ${formatCount(evidence.unfilled_now)} missing`,
    evidence: `In ${over} the gap should have shrunk by ${expectedText(evidence.expected)}, but ${shrunk} (${moved}). ${
      cause === "lost" ? "Browsers are lost as fast as they start." : "Too few browsers start."
    }`,
  };
}

const expectedText = (expected: number): string => String(Math.round(expected * 10) / 10);
