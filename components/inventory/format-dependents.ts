import { countDependents, type Dependents, type Reach } from "@/lib/bff/inventory";
import { formatCountOf } from "@/lib/format/numbers";
import { formatDependentsTexts } from "./inventory-messages.ts";

/** Summary in one line: `2 pools, 3 active browsers, 1 running invocation`. */
export function formatDependents(dependents: Dependents, { zeros = true } = {}): string {
  const of = (count: number, one: string) => (count === 0 && !zeros ? [] : formatCountOf(count, one));
  const { pools, sessions, invocations } = countDependents(dependents);
  return [
    of(pools, "pool"),
    of(sessions, formatDependentsTexts.activeBrowser),
    of(invocations, formatDependentsTexts.runningInvocation),
  ]
    .flat()
    .join(", ");
}

/** Completeness of a number of dependents: empty where everything was read. */
export function reachSuffix({ pools, sessions, invocations }: Dependents): string {
  const reaches: readonly Reach[] = [pools.reach, sessions.reach, invocations.reach];
  if (reaches.includes("first")) return formatDependentsTexts.atLeast;
  return reaches.includes("remembered") ? formatDependentsTexts.asLastSeen : "";
}
