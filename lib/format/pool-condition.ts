// The word, shape and colour of each condition of a pool. Pure.
import type { PoolCondition } from "../insight/pool-condition.ts";
import { poolConditionTexts } from "./pool-condition-messages.ts";

export const poolConditionLooks = {
  empty: { word: poolConditionTexts.empty, glyph: "cross", tone: "bad" },
  cannot_fill: { word: poolConditionTexts.cannot_fill, glyph: "cross", tone: "bad" },
  acquired: { word: poolConditionTexts.acquired, glyph: "square", tone: "warn" },
  emptying: { word: poolConditionTexts.emptying, glyph: "triangle", tone: "warn" },
  not_filled: { word: poolConditionTexts.not_filled, glyph: "ring", tone: "neutral" },
  filling: { word: poolConditionTexts.filling, glyph: "half", tone: "neutral" },
  unknown: { word: poolConditionTexts.unknown, glyph: "question", tone: "neutral" },
  at_size: { word: poolConditionTexts.at_size, glyph: "disc", tone: "neutral" },
} as const satisfies Record<PoolCondition, { word: string; glyph: string; tone: string }>;
