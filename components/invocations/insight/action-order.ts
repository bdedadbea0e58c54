import * as z from "zod/mini";
import type { ActionFigures, ActionVerdict } from "@/lib/bff/insight";

/** Sort orders of the actions; the first is the default. */
export const actionOrder = z.enum(["change", "failures", "share", "p95", "invocations", "name"]);
export type ActionOrder = z.infer<typeof actionOrder>;

const ranks = {
  regressed: 0,
  better: 1,
  steady: 2,
  too_few: 3,
  one_version: 4,
} as const satisfies Record<ActionVerdict["state"], number>;

const byName = (a: ActionFigures, b: ActionFigures) =>
  `${a.app_name} ${a.action_name}`.localeCompare(`${b.app_name} ${b.action_name}`, "en", { numeric: true });

function compare(a: ActionFigures, b: ActionFigures, order: ActionOrder): number {
  switch (order) {
    case "change":
      return ranks[a.verdict.state] - ranks[b.verdict.state] || b.failed - a.failed;
    case "failures":
      return b.failed - a.failed;
    case "share":
      return (b.failure_share ?? -1) - (a.failure_share ?? -1);
    case "p95":
      return (b.p95_ms ?? -1) - (a.p95_ms ?? -1);
    case "invocations":
      return b.invocations - a.invocations;
    case "name":
      return 0;
  }
}

/** Sorts actions: worst or most first, unknown last, ties by name. */
export const orderedActions = (
  actions: readonly ActionFigures[],
  order: ActionOrder,
): readonly ActionFigures[] => [...actions].sort((a, b) => compare(a, b, order) || byName(a, b));
