// The word, shape and colour of each condition of a pool. Pure.
import type { PoolCondition } from "../insight/pool-condition.ts";

export const poolConditionLooks = {
  empty: { word: "Empty", glyph: "cross", tone: "bad" },
  cannot_fill: { word: "Cannot fill", glyph: "cross", tone: "bad" },
  acquired: { word: "All acquired", glyph: "square", tone: "warn" },
  emptying: { word: "Emptying", glyph: "triangle", tone: "warn" },
  not_filled: { word: "Not filled", glyph: "ring", tone: "neutral" },
  filling: { word: "Filling", glyph: "half", tone: "neutral" },
  unknown: { word: "Size unknown", glyph: "question", tone: "neutral" },
  at_size: { word: "At size", glyph: "disc", tone: "neutral" },
} as const satisfies Record<PoolCondition, { word: string; glyph: string; tone: string }>;
