import { Badge, type Tone } from "./badge.tsx";
import type { Glyph } from "./status-glyph.tsx";
import { staleBadgeTexts, statusTexts } from "./ui-messages.ts";

/**
 * Displays every status: shape, word and colour from one table. An unlisted word is shown unchanged, marked
 * unknown; a missing one reads "unknown" (or "unchecked" for health).
 */
export type StatusOf = "invocation" | "health" | "session";

interface Look {
  readonly tone: Tone;
  readonly glyph: Glyph;
  readonly word: string;
}

const looks = {
  invocation: {
    queued: { tone: "queued", glyph: "ring", word: statusTexts.queued },
    running: { tone: "running", glyph: "half", word: statusTexts.running },
    succeeded: { tone: "ok", glyph: "disc", word: statusTexts.succeeded },
    failed: { tone: "bad", glyph: "cross", word: statusTexts.failed },
  },
  health: {
    available: { tone: "ok", glyph: "disc", word: statusTexts.available },
    unavailable: { tone: "bad", glyph: "cross", word: statusTexts.unavailable },
    checking: { tone: "running", glyph: "half", word: statusTexts.checking },
    "": { tone: "neutral", glyph: "dash", word: statusTexts.unchecked },
  },
  session: {
    active: { tone: "ok", glyph: "disc", word: statusTexts.active },
    ended: { tone: "neutral", glyph: "square", word: statusTexts.ended },
  },
} as const satisfies Record<StatusOf, Record<string, Look>>;

export function statusStyle(of: StatusOf, status: string | null | undefined): Look {
  const table: Readonly<Record<string, Look>> = looks[of];
  const key = status ?? "";
  const known = Object.hasOwn(table, key) ? table[key] : undefined;
  return known ?? { tone: "neutral", glyph: "question", word: key === "" ? statusTexts.unknown : key };
}

export function StatusBadge({ of, status }: { of: StatusOf; status: string | null | undefined }) {
  const { tone, glyph, word } = statusStyle(of, status);
  return (
    <Badge tone={tone} glyph={glyph}>
      {word}
    </Badge>
  );
}

/** Marks outdated data; `age` says by how much, e.g. `4 min`. */
export function StaleBadge({ age }: { age?: string | undefined }) {
  return (
    <Badge tone="warn" glyph="clock">
      {staleBadgeTexts.stale(age)}
    </Badge>
  );
}
