"use client";

import { useMemo, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { usePreference } from "@/components/ui/preferences";
import { parseStored } from "@/lib/format/parse-stored";
import { highlightHues } from "@/lib/live/log-highlights";

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
  rules: z.array(rule).check(z.maxLength(50)),
});
export type PanePreferences = z.infer<typeof preferences>;

const defaults: PanePreferences = { wrap: false, times: true, deltas: false, rules: [] };
// On a phone an unwrapped line is unreadable.
const narrow = "(max-width: 639px)";

const neverChanges = () => () => {};
const isNarrow = () => window.matchMedia(narrow).matches;
const wide = () => false;

/** Wrapping, timestamps and highlights as this operator prefers them in all panes, and setters. */
export function usePanePreferences(): PanePreferences & {
  readonly change: (part: Partial<PanePreferences>) => void;
} {
  const [text, write, read] = usePreference("log-pane");
  const wrap = useSyncExternalStore(neverChanges, isNarrow, wide);
  const chosen = useMemo(() => parseStored(preferences, text), [text]);
  const change = (part: Partial<PanePreferences>) =>
    write(JSON.stringify({ ...(parseStored(preferences, read()) ?? { ...defaults, wrap }), ...part }));
  return { ...(chosen ?? { ...defaults, wrap }), change };
}
