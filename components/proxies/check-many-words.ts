// What the checks of many are called, how far they are and what came of them, in words. Pure.
import { bulkBounds } from "@/components/layout/bulk-run";
import type { Reach, Uses } from "@/lib/bff/inventory";
import { formatCount } from "@/lib/format/numbers";
import type { CheckRunState } from "./check-run.ts";

const countOf = (count: number) => `${formatCount(count)} ${count === 1 ? "proxy" : "proxies"}`;
const most = formatCount(bulkBounds.most);

/** What the button is called; `whole` says that the page has all there are. */
export function checkManyLabel({
  selected,
  listed,
  whole,
}: {
  selected: number;
  listed: number;
  whole: boolean;
}): string {
  if (selected > 0) return `Check ${formatCount(selected)} selected`;
  return whole ? `Check all ${formatCount(listed)}` : `Check all, at most ${most}`;
}

/** How far it is. */
export function progressWords({ progress }: CheckRunState): string {
  const { total, done, failures, underWay, phase } = progress;
  const failed = failures.length === 0 ? "" : `, ${formatCount(failures.length)} could not be made`;
  const tail =
    phase === "stopping"
      ? `; waiting for ${formatCount(underWay)} under way`
      : phase === "paused"
        ? "; paused, as the API asks"
        : "";
  return `Checking: ${formatCount(done.length + failures.length)} of ${countOf(total)}${failed}${tail}.`;
}

/** What came of it, once it is over. */
export function resultWords({ progress, verdicts, more }: CheckRunState): string {
  const { total, done, failures, unsent, haltedBy } = progress;
  const counts = new Map<string, number>();
  for (const verdict of verdicts.values()) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const parts = [
    `${countOf(done.length)} checked`,
    ...[...counts].sort().map(([verdict, count]) => `${formatCount(count)} ${verdict}`),
    ...(failures.length === 0 ? [] : [`${formatCount(failures.length)} could not be checked`]),
    ...(unsent.length === 0 ? [] : [`${formatCount(unsent.length)} not sent`]),
  ];
  const halted = haltedBy === undefined ? "" : ` It stopped by itself: ${haltedBy.message}`;
  const left = more
    ? ` These were the first ${formatCount(total)}; there are more, and at most ${most} are checked at once.`
    : "";
  return `${parts.join(", ")}.${halted}${left}`;
}

/** The proxies that were found unavailable, by name. */
export const foundDown = ({
  verdicts,
  names,
}: Pick<CheckRunState, "verdicts" | "names">): { id: string; name: string }[] =>
  [...verdicts]
    .flatMap(([id, verdict]) => (verdict === "unavailable" ? [{ id, name: names.get(id) ?? id }] : []))
    .sort((a, b) => a.name.localeCompare(b.name));

/** How sure a count of what hangs on a proxy is: nothing where all of it was read. */
export function reachSuffix({ pools, sessions, runs }: Uses): string {
  const reaches: readonly Reach[] = [pools.reach, sessions.reach, runs.reach];
  if (reaches.includes("first")) return ", of the first ones read";
  return reaches.includes("remembered") ? ", as remembered" : "";
}
