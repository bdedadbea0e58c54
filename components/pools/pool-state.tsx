import { Badge, type Tone } from "@/components/ui/badge";
import { type Glyph, StatusGlyph } from "@/components/ui/status-glyph";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { type PoolCondition, poolConditionOf } from "@/lib/insight/pool-condition";
import { capacityOf } from "./pool-capacity.ts";

const looks = {
  empty: { word: "Empty", glyph: "cross", tone: "bad" },
  cannot_fill: { word: "Cannot fill", glyph: "cross", tone: "bad" },
  acquired: { word: "All taken", glyph: "square", tone: "warn" },
  emptying: { word: "Emptying", glyph: "triangle", tone: "warn" },
  not_filled: { word: "Not filled", glyph: "ring", tone: "neutral" },
  filling: { word: "Filling", glyph: "half", tone: "neutral" },
  unknown: { word: "Size unknown", glyph: "question", tone: "neutral" },
  at_size: { word: "At size", glyph: "disc", tone: "neutral" },
} as const satisfies Record<PoolCondition, { word: string; glyph: Glyph; tone: Tone }>;

const textClass = { bad: "text-bad", warn: "text-warn", neutral: "text-ink-2" } as const;

/** A pool's condition in a row: only trouble has a colour. */
export function PoolConditionText({ condition }: { condition: PoolCondition }) {
  const { word, glyph, tone } = looks[condition];
  return (
    <span className={`inline-flex items-center gap-1.5 ${textClass[tone]}`}>
      <StatusGlyph glyph={glyph} />
      {word}
    </span>
  );
}

/** A pool's condition beside its name. */
export function PoolState({ pool, insight }: { pool: Pool; insight: PoolInsight | undefined }) {
  const { word, glyph, tone } = looks[poolConditionOf(capacityOf(pool), insight)];
  return (
    <Badge tone={tone} glyph={glyph}>
      {word}
    </Badge>
  );
}
