import { Badge, type Tone } from "@/components/ui/badge";
import type { Glyph } from "@/components/ui/status-glyph";
import { Tooltip } from "@/components/ui/tooltip";
import type { ActOutcome } from "@/lib/bff/audit";
import { outcomeTexts } from "@/lib/format/act-text";

const looks = {
  ok: { tone: "neutral", glyph: "disc", meaning: "It was done." },
  failed: { tone: "bad", glyph: "cross", meaning: "The answer was an error." },
  refused: { tone: "bad", glyph: "cross", meaning: "The role was too low: nothing was done." },
  unknown: {
    tone: "warn",
    glyph: "question",
    meaning: "No answer was recorded. It may or may not have been done: look at the object.",
  },
  running: { tone: "running", glyph: "half", meaning: "The answer is awaited." },
} as const satisfies Record<ActOutcome, { tone: Tone; glyph: Glyph; meaning: string }>;

/** What an outcome means for what was done. */
export const outcomeMeaning = (outcome: ActOutcome): string => looks[outcome].meaning;

export function ActOutcomeBadge({ outcome }: { outcome: ActOutcome }) {
  const { tone, glyph, meaning } = looks[outcome];
  return (
    <Tooltip text={meaning}>
      <span>
        <Badge tone={tone} glyph={glyph}>
          {outcomeTexts[outcome]}
        </Badge>
      </span>
    </Tooltip>
  );
}
