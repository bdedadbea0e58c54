import type { PaletteEntry } from "./palette-group.tsx";

export interface PaletteEntries {
  readonly heading: string;
  readonly entries: readonly PaletteEntry[];
  /** Displayed first and whole, whether or not its entries match the typed text. */
  readonly isAlwaysShown?: boolean;
}

/**
 * How well a palette entry matches the typed text: each word is in its name or keywords, best where the name begins with
 * it, so that "pool" finds the page before the acts. Scattered letters do not match.
 */
export function paletteMatch(name: string, typed: string, keywords: readonly string[] = []): 0 | 0.5 | 1 {
  const text = [name, ...keywords].join(" ").toLowerCase();
  const terms = typed.toLowerCase().split(/\s+/);
  if (!terms.every((word) => text.includes(word))) return 0;
  return text.startsWith(typed.trim().toLowerCase()) ? 1 : 0.5;
}

/**
 * The groups with the entries that match the typed text, best entries and best groups first, otherwise in their order.
 * Only these are drawn: to draw all and hide most takes a slow machine several frames for each letter.
 */
export function matchingEntries(groups: readonly PaletteEntries[], typed: string): readonly PaletteEntries[] {
  if (typed.trim() === "") return groups.filter(({ entries }) => entries.length > 0);
  return groups
    .map((group) => {
      if (group.isAlwaysShown) return { group, best: 2 };
      const scored = group.entries
        .map((entry) => ({ entry, score: paletteMatch(entry.value, typed, entry.keywords) }))
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score);
      return {
        group: { ...group, entries: scored.map(({ entry }) => entry) },
        best: scored[0]?.score ?? 0,
      };
    })
    .filter(({ group }) => group.entries.length > 0)
    .toSorted((one, other) => other.best - one.best)
    .map(({ group }) => group);
}
