import { Badge, type Tone } from "@/components/ui/badge";
import type { Glyph } from "@/components/ui/status-glyph";
import { Tooltip } from "@/components/ui/tooltip";
import type { AuditPhase } from "@/lib/bff/audit";

const looks = {
  intended: { tone: "queued", glyph: "ring", meaning: "Written before the request to the API." },
  answered: { tone: "neutral", glyph: "disc", meaning: "Written once the API had answered." },
  unknown: {
    tone: "warn",
    glyph: "ring",
    meaning: "No answer came, or the dashboard ended meanwhile: check whether it was done.",
  },
  denied: { tone: "bad", glyph: "cross", meaning: "Refused: the operator's role was too low." },
  event: {
    tone: "neutral",
    glyph: "square",
    meaning: "Something of the session itself, such as signing in.",
  },
} as const satisfies Record<AuditPhase, { tone: Tone; glyph: Glyph; meaning: string }>;

export function AuditPhaseBadge({ phase }: { phase: AuditPhase }) {
  const { tone, glyph, meaning } = looks[phase];
  return (
    <Tooltip text={meaning}>
      <span>
        <Badge tone={tone} glyph={glyph}>
          {phase}
        </Badge>
      </span>
    </Tooltip>
  );
}
