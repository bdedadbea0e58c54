// Texts for checks of many proxies: progress and result. Pure.
import { bulkBounds } from "@/components/bulk-act/bulk-job";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import type { CheckProgress } from "./check-act.ts";

const maxCount = formatCount(bulkBounds.most);

export function formatProgress({ progress }: CheckProgress): string {
  const { total, done, failures, inFlight, phase } = progress;
  const failed = failures.length === 0 ? "" : `, ${formatCount(failures.length)} failed`;
  const tail =
    phase === "stopping"
      ? `; stopping after ${formatCount(inFlight)} in progress`
      : phase === "paused"
        ? "; paused: the API is limiting requests"
        : "";
  return `Checking: ${formatCount(done.length + failures.length)} of ${formatCountOf(total, "proxy", "proxies")}${failed}${tail}.`;
}

/** Summary, once finished. */
export function formatResult({ progress, more }: CheckProgress): string {
  const { total, done, failures, unsent, haltedBy } = progress;
  const counts = new Map<string, number>();
  for (const { result = "unknown" } of done) counts.set(result, (counts.get(result) ?? 0) + 1);
  const parts = [
    `${formatCountOf(done.length, "proxy", "proxies")} checked`,
    ...[...counts].sort().map(([verdict, count]) => `${formatCount(count)} ${verdict}`),
    ...(failures.length === 0 ? [] : [`${formatCount(failures.length)} could not be checked`]),
    ...(unsent.length === 0 ? [] : [`${formatCount(unsent.length)} not sent`]),
  ];
  const halted = haltedBy === undefined ? "" : ` Stopped early: ${haltedBy.message}`;
  const left = more ? ` Only the first ${formatCount(total)} were checked: up to ${maxCount} at once.` : "";
  return `${parts.join(", ")}.${halted}${left}`;
}

/** Names of the proxies found unavailable. */
export const foundDown = ({ progress, names }: CheckProgress): { id: string; name: string }[] =>
  progress.done
    .flatMap(({ id, result }) => (result === "unavailable" ? [{ id, name: names.get(id) ?? id }] : []))
    .sort((a, b) => a.name.localeCompare(b.name));
