import { Badge, type Tone } from "@/components/ui/badge";
import type { Glyph } from "@/components/ui/status-glyph";
import { Tooltip } from "@/components/ui/tooltip";
import type { ActOutcome } from "@/lib/bff/audit";
import { outcomeTexts } from "@/lib/format/act-text";

const looks = {
  ok: { tone: "neutral", glyph: "disc", meaning: "Done." },
  failed: { tone: "bad", glyph: "cross", meaning: "The API returned an error." },
  refused: { tone: "bad", glyph: "cross", meaning: "Refused: the role was too low. Nothing was done." },
  unknown: {
    tone: "warn",
    glyph: "question",
    meaning: "No answer was recorded, so it may or may not be done. Check the object.",
  },
  running: { tone: "running", glyph: "half", meaning: "Waiting for the answer." },
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
