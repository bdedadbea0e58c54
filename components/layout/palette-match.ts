/** Whether an entry of the palette is what was typed: each word stands in its name or its keywords. Scattered letters
 *  are no match: "invocations" must not find "Invoke an action" and stand before the page of that name. */
export function paletteMatch(name: string, typed: string, keywords: readonly string[] = []): 0 | 1 {
  const text = [name, ...keywords].join(" ").toLowerCase();
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word)) ? 1 : 0;
}
