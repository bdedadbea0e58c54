// The word of each condition of a pool.
import type { PoolCondition } from "../insight/pool-condition.ts";

export const poolConditionTexts = {
  empty: "Empty",
  cannot_fill: "Cannot fill",
  acquired: "All acquired",
  emptying: "Emptying",
  not_filled: "Not filled",
  short: "Below size",
  filling: "Filling",
  unknown: "Size unknown",
  at_size: "At size",
} as const satisfies Record<PoolCondition, string>;
