import { Badge, type Tone } from "@/components/ui/badge";
import type { Glyph } from "@/components/ui/status-glyph";
import type { ActionVerdict, ChangeVerdict, FailureState } from "@/lib/bff/insight";
import { verdictBadgeTexts } from "./failure-messages.ts";
import { formatVerdict } from "./insight-messages.ts";

interface Look {
  readonly tone: Tone;
  readonly glyph: Glyph;
}

const verdictStyles = {
  regressed: { tone: "bad", glyph: "triangle" },
  better: { tone: "ok", glyph: "disc" },
  steady: { tone: "neutral", glyph: "dash" },
  too_few: { tone: "neutral", glyph: "question" },
  one_version: { tone: "neutral", glyph: "ring" },
} as const satisfies Record<ActionVerdict["state"], Look>;

/** The verdict on the newest version of an action. */
export function VerdictBadge({ verdict }: { verdict: ActionVerdict }) {
  return <Badge {...verdictStyles[verdict.state]}>{formatVerdict(verdict).text}</Badge>;
}

const changeStyles = {
  worse: { tone: "bad", glyph: "triangle", word: verdictBadgeTexts.worse },
  better: { tone: "ok", glyph: "disc", word: verdictBadgeTexts.better },
  same: { tone: "neutral", glyph: "dash", word: verdictBadgeTexts.noDifference },
  too_few: { tone: "neutral", glyph: "question", word: verdictBadgeTexts.notEnoughData },
} as const satisfies Record<ChangeVerdict, Look & { word: string }>;

/** One comparison of two versions. */
export function ChangeBadge({ verdict }: { verdict: ChangeVerdict }) {
  const { word, ...look } = changeStyles[verdict];
  return <Badge {...look}>{word}</Badge>;
}

const stateStyles = {
  open: { tone: "bad", glyph: "cross" },
  reopened: { tone: "bad", glyph: "triangle" },
  acknowledged: { tone: "neutral", glyph: "disc" },
  muted: { tone: "neutral", glyph: "clock" },
} as const satisfies Record<FailureState, Look>;

/** Triage state of a failure group. */
export function FailureBadge({ state }: { state: FailureState }) {
  return <Badge {...stateStyles[state]}>{state}</Badge>;
}
