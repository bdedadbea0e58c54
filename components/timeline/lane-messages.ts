// A sentence per lane: the accessible description of the drawing, also shown beside it.
import type { Timeline, TimelinePool } from "@/lib/bff/timeline";
import { formatAge, formatChosenDuration } from "@/lib/format/duration";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { actFailed, poolMaximum } from "./moment-lanes.ts";
import { mostSessions, mostStarted } from "./span-lanes.ts";
import type { TableKey } from "./table-keys.ts";

interface List<Item = unknown> {
  readonly total: number;
  readonly items: readonly Item[];
}

const isCut = ({ total, items }: List) => total > items.length;

/**
 * How many there are, and what is counted of the items: `4 acts, 1 refused or failed`. Where the oldest are left out, of
 * which items those counts are: `900 acts, newest 500 shown: 1 refused or failed`.
 */
function summaryOf(count: string, list: List, details: readonly string[] = []): string {
  if (!isCut(list)) return [count, ...details].join(", ");
  const shown = `${count}, newest ${formatCount(list.items.length)} shown`;
  return details.length === 0 ? shown : `${shown}: ${details.join(", ")}`;
}

/**
 * The rows a table leaves out: most tables contain the newest, the pools' table those with the most unfilled
 * browsers. Undefined where it is complete.
 */
export function leftOutOfTable(table: TableKey, shown: number, total: number): string | undefined {
  const left = total - shown;
  if (left <= 0) return undefined;
  const [held, all] = [shown, total].map((count) => formatCount(count));
  return table === "pools"
    ? `The ${held} of ${all} pools with the most missing browsers.`
    : `The newest ${held} of ${all}. Select a shorter time range to see the rest.`;
}

/** `12 started: 2 failed, 9 succeeded, 1 running`; of whole steps also how wide these are. */
export function formatInvocations({ invocations }: Timeline): string {
  const parts = (["failed", "succeeded", "running", "queued", "other"] as const)
    .filter((key) => invocations[key] > 0)
    .map((key) => `${formatCount(invocations[key])} ${key}`);
  const all = `${formatCount(invocations.total)} started`;
  const steps = invocations.exact
    ? ""
    : `; counted in steps of ${formatChosenDuration(invocations.bucket_ms)}, which extend beyond the range`;
  return `${parts.length === 0 ? all : `${all}: ${parts.join(", ")}`}${steps}`;
}

/** `max 12 in 30 s`. Undefined where each invocation has its own bar. */
export function formatMostStarted({ invocations }: Timeline): string | undefined {
  const most = mostStarted(invocations);
  return most === undefined
    ? undefined
    : `max ${formatCount(most)} in ${formatChosenDuration(invocations.bucket_ms)}`;
}

/** `max 61`; `max ≥ 500` where the oldest are left out. Undefined where each browser has its own bar. */
export function formatMostSessions({ sessions, from_ms: fromMs, to_ms: toMs }: Timeline): string | undefined {
  const most = mostSessions({ fromMs, toMs }, sessions);
  return most === undefined ? undefined : `max ${isCut(sessions) ? "≥ " : ""}${formatCount(most)}`;
}

/** `max 60`: the value at the full height of a pool's lane. */
export function formatPoolMaximum(pool: TimelinePool): string | undefined {
  const most = poolMaximum(pool);
  return most === undefined ? undefined : `max ${formatCount(most)}`;
}

/** `3 seen, 1 active, 1 with unknown end`. */
export function sessionText({ sessions, read_at_ms: nowMs }: Timeline): string {
  const open = sessions.items.filter(({ until_ms }) => until_ms === null);
  const active = open.filter((each) => nowMs - each.last_seen_ms <= paces.samples.browserGapMs).length;
  const unknown = open.length - active;
  return summaryOf(`${formatCount(sessions.total)} seen`, sessions, [
    ...(active > 0 ? [`${formatCount(active)} active`] : []),
    ...(unknown > 0 ? [`${formatCount(unknown)} with unknown end`] : []),
  ]);
}

/**
 * Maximum unfilled of a pool; a minimum where only the last counts per five minutes are stored. Null:
 * unknown.
 */
export const mostUnfilled = ({
  unfilled_max: most,
  coarse,
}: Pick<TimelinePool, "unfilled_max" | "coarse">): string | null =>
  most === null ? null : `${coarse ? "≥ " : ""}${formatCount(most)}`;

/** `up to 2 missing`, `none missing`; `≥ 2 missing` where only the last counts of five minutes are stored; `size unknown`. */
function formatMostMissing(pool: TimelinePool): string {
  const most = mostUnfilled(pool);
  if (most === null) return "size unknown";
  if (pool.coarse) return pool.unfilled_max === 0 ? "none known missing" : `${most} missing`;
  return pool.unfilled_max === 0 ? "none missing" : `up to ${most} missing`;
}

function formatMostAcquired({ acquired_max: most }: TimelinePool): string {
  if (most === null) return "acquired unknown";
  return most === 0 ? "none acquired" : `up to ${formatCount(most)} acquired`;
}

/** `up to 2 missing, at least 0 available, up to 5 acquired; 3 polls unanswered`. */
export function formatPoolLane(pool: TimelinePool): string {
  if (pool.samples === 0 && pool.available_min === null)
    return `no answer to ${formatCountOf(pool.unanswered, "poll")}`;
  const available =
    pool.available_min === null
      ? "available unknown"
      : `at least ${formatCount(pool.available_min)} available`;
  const lost = pool.unanswered > 0 ? `; ${formatCountOf(pool.unanswered, "poll")} unanswered` : "";
  return `${formatMostMissing(pool)}, ${available}, ${formatMostAcquired(pool)}${lost}`;
}

/** `8 checks of 2 proxies, 3 unavailable`. */
export function formatChecks({ checks }: Timeline): string {
  const down = checks.items.filter(({ status }) => status === "unavailable").length;
  const proxyCount = new Set(checks.items.map(({ proxy_id }) => proxy_id)).size;
  if (checks.total === 0) return "no check";
  const all = formatCountOf(checks.total, "check");
  const proxies = formatCountOf(proxyCount, "proxy", "proxies");
  const unavailable = `${formatCount(down)} unavailable`;
  return isCut(checks)
    ? summaryOf(all, checks, [proxies, unavailable])
    : summaryOf(`${all} of ${proxies}`, checks, [unavailable]);
}

/** `1 mark, 2 log gaps`. */
export function formatLogGaps({ annotations, log_gaps: gaps }: Timeline): string {
  const marks = summaryOf(formatCountOf(annotations.total, "mark"), annotations);
  return `${marks}, ${summaryOf(formatCountOf(gaps.total, "log gap"), gaps)}`;
}

/** `4 acts, 1 refused or failed`; states where the role may not read them. */
export function formatActions({ actions }: Timeline): string {
  if (actions === null) return "operator role needed";
  const failed = actions.items.filter(actFailed).length;
  const details = failed > 0 ? [`${formatCount(failed)} refused or failed`] : [];
  return summaryOf(formatCountOf(actions.total, "act"), actions, details);
}

/** `no gap`, or `2 gaps, 1 read later`; of a young record also when it begins. */
export function formatRecorderGaps(timeline: Timeline): string {
  const { gaps, invocations, began_at_ms: beganMs, read_at_ms: nowMs } = timeline;
  if (beganMs === null) return "nothing recorded yet";
  const begun = isYoung(timeline) ? `until recording began ${formatAge(nowMs - beganMs)} ago; ` : "";
  const filled = gaps.items.filter((gap) => gap.filled).length;
  const later = filled > 0 ? [`${formatCount(filled)} read later`] : [];
  if (gaps.total > 0) return `${begun}${summaryOf(formatCountOf(gaps.total, "gap"), gaps, later)}`;
  if (begun !== "") return `${begun}no gap since`;
  return invocations.complete ? "no gap" : "no gap; older invocations still loading";
}

/** Whether the record begins within the time, or after it. */
const isYoung = ({ began_at_ms: beganMs, from_ms: fromMs }: Timeline): boolean =>
  beganMs === null || beganMs > fromMs;
