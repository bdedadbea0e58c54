// The word, shape and colour of each condition of a pool. Pure.
import { type PoolCondition, poolSeverity } from "../insight/pool-condition.ts";
import { poolConditionTexts } from "./pool-condition-messages.ts";

const glyphs = {
  empty: "cross",
  cannot_fill: "cross",
  acquired: "square",
  emptying: "triangle",
  not_filled: "ring",
  filling: "half",
  unknown: "question",
  at_size: "disc",
} as const satisfies Record<PoolCondition, string>;

const tones = { critical: "bad", serious: "warn", notice: "neutral" } as const;
export type PoolTone = (typeof tones)[keyof typeof tones];

export const poolConditionLook = (condition: PoolCondition) => ({
  word: poolConditionTexts[condition],
  glyph: glyphs[condition],
  tone: tones[poolSeverity[condition]],
});
