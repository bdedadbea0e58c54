// Each lane in one sentence: what a screen reader is told of the drawing, and what stands beside it.
import type { Timeline, TimelinePool } from "@/lib/bff/timeline";
import { formatCount } from "@/lib/format/numbers";
import { actionFailed } from "./moment-lanes.ts";
import type { TableKey } from "./table-keys.ts";

const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `, the oldest 12 left out` where a lane holds less than there is; empty otherwise. */
export function leftOut({ total, items }: { total: number; items: readonly unknown[] }): string {
  const rest = total - items.length;
  return rest > 0 ? `, the oldest ${formatCount(rest)} left out` : "";
}

/**
 * What a table leaves out in words: most hold the newest, that of the pools those that lacked the most browsers.
 * Undefined where it holds all.
 */
export function leftOutOfTable(table: TableKey, shown: number, total: number): string | undefined {
  const left = total - shown;
  if (left <= 0) return undefined;
  const [held, all, rest] = [shown, total, left].map((count) => formatCount(count));
  return table === "pools"
    ? `The ${held} of ${all} pools that lacked the most browsers; the other ${rest} are left out, however short the time.`
    : `The newest ${held} of ${all}; the oldest ${rest} are left out. Select a shorter time to see them.`;
}

/** `12 started: 2 failed, 9 succeeded, 1 running`. */
export function runWords({ runs }: Timeline): string {
  const parts = (["failed", "succeeded", "running", "queued", "other"] as const)
    .filter((key) => runs[key] > 0)
    .map((key) => `${formatCount(runs[key])} ${key}`);
  const all = `${formatCount(runs.total)} started`;
  return parts.length === 0 ? all : `${all}: ${parts.join(", ")}`;
}

/** `3 there, 1 not known to have ended`. */
export function sessionWords({ sessions }: Timeline): string {
  const open = sessions.items.filter(({ until_ms }) => until_ms === null).length;
  return `${formatCount(sessions.total)} there${open > 0 ? `, ${formatCount(open)} not known to have ended` : ""}`;
}

/** The most that a pool lacked: a least where only the last counts of each five minutes are kept. Null: not known. */
export const mostUnfilled = ({
  unfilled_max: most,
  coarse,
}: Pick<TimelinePool, "unfilled_max" | "coarse">): string | null =>
  most === null ? null : `${coarse ? "≥ " : ""}${formatCount(most)}`;

/** `at worst 2 unfilled, 0 available; at most 5 acquired; 3 polls unanswered`. */
export function poolWords(pool: TimelinePool): string {
  if (pool.samples === 0) return `no answer to ${counted(pool.unanswered, "poll")}`;
  const unfilled = mostUnfilled(pool) === null ? "size unknown" : `${mostUnfilled(pool)} unfilled`;
  const lost = pool.unanswered > 0 ? `; ${counted(pool.unanswered, "poll")} unanswered` : "";
  return `at worst ${unfilled}, ${formatCount(pool.available_min)} available; at most ${formatCount(pool.acquired_max)} acquired${lost}`;
}

/** `8 checks of 2 proxies, 3 unavailable`. */
export function checkWords({ checks }: Timeline): string {
  const down = checks.items.filter(({ status }) => status === "unavailable").length;
  const proxies = new Set(checks.items.map(({ proxy_id }) => proxy_id)).size;
  if (checks.total === 0) return "no check";
  return `${counted(checks.total, "check")} of ${counted(proxies, "proxy", "proxies")}, ${formatCount(down)} unavailable${leftOut(checks)}`;
}

/** `1 mark, 2 log gaps`. */
export function logWords({ marks, log_gaps: gaps }: Timeline): string {
  return `${counted(marks.total, "mark")}, ${counted(gaps.total, "log gap")}`;
}

/** `4 acts, 1 refused or failed`; says so where the role may not see them. */
export function actionWords({ actions }: Timeline): string {
  if (actions === null) return "only for operators";
  const failed = actions.items.filter(actionFailed).length;
  return `${counted(actions.total, "act")}${failed > 0 ? `, ${formatCount(failed)} refused or failed` : ""}${leftOut(actions)}`;
}

/** `no gap`, or `2 gaps, 1 not read later`. */
export function recorderWords({ gaps, runs }: Timeline): string {
  const missing = gaps.items.filter(({ filled }) => !filled).length;
  if (gaps.total > 0) return `${counted(gaps.total, "gap")}, ${formatCount(missing)} not read later`;
  return runs.complete ? "no gap" : "no gap; runs not read back this far";
}
