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
