import { Badge, type Tone } from "@/components/ui/badge";
import type { Glyph } from "@/components/ui/status-glyph";
import type { ActionVerdict, ChangeVerdict, FailureState } from "@/lib/bff/insight";
import { verdictWords } from "./insight-words.ts";

interface Look {
  readonly tone: Tone;
  readonly glyph: Glyph;
}

const verdictLooks = {
  regressed: { tone: "bad", glyph: "triangle" },
  better: { tone: "ok", glyph: "disc" },
  steady: { tone: "neutral", glyph: "dash" },
  too_few: { tone: "neutral", glyph: "question" },
  one_version: { tone: "neutral", glyph: "ring" },
} as const satisfies Record<ActionVerdict["state"], Look>;

/** What the newest version of an action is beside those before it. */
export function VerdictBadge({ verdict }: { verdict: ActionVerdict }) {
  return <Badge {...verdictLooks[verdict.state]}>{verdictWords(verdict).text}</Badge>;
}

const changeLooks = {
  worse: { tone: "bad", glyph: "triangle", word: "worse" },
  better: { tone: "ok", glyph: "disc", word: "better" },
  same: { tone: "neutral", glyph: "dash", word: "no difference" },
  too_few: { tone: "neutral", glyph: "question", word: "too few to tell" },
} as const satisfies Record<ChangeVerdict, Look & { word: string }>;

/** One comparison of two versions. */
export function ChangeBadge({ verdict }: { verdict: ChangeVerdict }) {
  const { word, ...look } = changeLooks[verdict];
  return <Badge {...look}>{word}</Badge>;
}

const stateLooks = {
  open: { tone: "bad", glyph: "cross" },
  reopened: { tone: "bad", glyph: "triangle" },
  acknowledged: { tone: "neutral", glyph: "disc" },
  muted: { tone: "neutral", glyph: "clock" },
} as const satisfies Record<FailureState, Look>;

/** What operators said of a group of failures. */
export function FailureBadge({ state }: { state: FailureState }) {
  return <Badge {...stateLooks[state]}>{state}</Badge>;
}
