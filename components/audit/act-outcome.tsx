import { Badge, type Tone } from "@/components/ui/badge";
import type { Glyph } from "@/components/ui/status-glyph";
import { Tooltip } from "@/components/ui/tooltip";
import type { ActOutcome } from "@/lib/bff/audit";
import { outcomeTexts } from "@/lib/format/act-messages";
import { actOutcomeTexts } from "./audit-messages.ts";

const looks = {
  ok: { tone: "neutral", glyph: "disc", meaning: actOutcomeTexts.done },
  failed: { tone: "bad", glyph: "cross", meaning: actOutcomeTexts.answeredWithAnError },
  refused: { tone: "bad", glyph: "cross", meaning: actOutcomeTexts.notPermitted },
  unknown: {
    tone: "warn",
    glyph: "question",
    meaning: actOutcomeTexts.outcomeUnknown,
  },
  running: { tone: "running", glyph: "half", meaning: actOutcomeTexts.waitingForTheAnswer },
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
