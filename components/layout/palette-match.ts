/**
 * Whether a palette entry matches the typed text: each word is in its name or keywords. Scattered letters do
 * not match: "invocations" must not find "Invoke an action" ahead of the page of that name.
 */
export function paletteMatch(name: string, typed: string, keywords: readonly string[] = []): 0 | 1 {
  const text = [name, ...keywords].join(" ").toLowerCase();
  const terms = typed.toLowerCase().split(/\s+/);
  return terms.every((word) => text.includes(word)) ? 1 : 0;
}
