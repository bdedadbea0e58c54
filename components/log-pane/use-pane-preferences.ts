"use client";

import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { usePreference } from "@/components/ui/preferences";
import { parseStored } from "@/lib/format/parse-stored";
import { type HighlightRule, highlightHues } from "@/lib/live/log-highlights";

const rule = z.object({
  id: z.string(),
  text: z.string().check(z.maxLength(500)),
  regex: z.boolean(),
  word: z.boolean(),
  hue: z.enum(highlightHues),
  on: z.boolean(),
});
const preferences = z.object({
  wrap: z.boolean(),
  times: z.boolean(),
  /** Each line shows the time since the one above. */
  deltas: z.boolean(),
});
const rules = z.array(rule).check(z.maxLength(50));
/** How an earlier version stored the highlights: beside how lines are shown. */
const withRules = z.object({ rules });
export type PanePreferences = z.infer<typeof preferences>;

const defaults: PanePreferences = { wrap: false, times: true, deltas: false };
const noRules: readonly HighlightRule[] = [];
// On a phone an unwrapped line is unreadable.
const narrow = "(max-width: 639px)";

const neverChanges = () => () => {};
const isNarrow = () => window.matchMedia(narrow).matches;
const wide = () => false;

/** Wrapping and timestamps as this operator prefers them in all panes, and a setter. */
export function usePanePreferences(): PanePreferences & {
  readonly change: (part: Partial<PanePreferences>) => void;
} {
  const [text, write, read] = usePreference("log-pane");
  const wrap = useSyncExternalStore(neverChanges, isNarrow, wide);
  const chosen = useMemo(() => parseStored(preferences, text), [text]);
  const change = (part: Partial<PanePreferences>) =>
    write(
      JSON.stringify({
        // Highlights that an earlier version stored stay until they are changed.
        ...parseStored(withRules, read()),
        ...(parseStored(preferences, read()) ?? { ...defaults, wrap }),
        ...part,
      }),
    );
  return { ...(chosen ?? { ...defaults, wrap }), change };
}

/**
 * The operator's highlights, and a change of the latest ones; the same ones change nothing. Stored alone, as a page of old
 * ones would otherwise replace them with how lines are shown.
 */
export function useHighlightRules(): readonly [
  rules: readonly HighlightRule[],
  change: (to: (now: readonly HighlightRule[]) => readonly HighlightRule[]) => void,
] {
  const [text, write, read] = usePreference("log-highlights");
  const [earlier, , readEarlier] = usePreference("log-pane");
  const change = (to: (now: readonly HighlightRule[]) => readonly HighlightRule[]) => {
    const now = rulesIn(read(), readEarlier());
    const next = to(now);
    if (next !== now) write(JSON.stringify(next));
  };
  return [useMemo(() => rulesIn(text, earlier), [text, earlier]), change];
}

const rulesIn = (text: string | undefined, earlier: string | undefined): readonly HighlightRule[] =>
  parseStored(rules, text) ?? parseStored(withRules, earlier)?.rules ?? noRules;
