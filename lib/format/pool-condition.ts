// The word, shape and colour of each condition of a pool. Pure.
import { type PoolCondition, poolSeverity } from "../insight/pool-condition.ts";
import { poolConditionTexts } from "./pool-condition-messages.ts";

const looks = {
  empty: { glyph: "cross" },
  cannot_fill: { glyph: "cross" },
  acquired: { glyph: "square" },
  emptying: { glyph: "triangle" },
  not_filled: { glyph: "ring" },
  short: { glyph: "half" },
  filling: { glyph: "half" },
  unknown: { glyph: "question" },
  at_size: { glyph: "disc" },
} as const satisfies Record<PoolCondition, { glyph: string }>;

const tones = { critical: "bad", serious: "warn", notice: "neutral" } as const;
export type PoolTone = (typeof tones)[keyof typeof tones];

export const poolConditionLook = (condition: PoolCondition) => ({
  word: poolConditionTexts[condition],
  glyph: looks[condition].glyph,
  tone: tones[poolSeverity(condition)],
});
