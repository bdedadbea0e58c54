// Lists for the browser: texts that are too long for a list are left out of its items and marked, as those of recorded
// invocations are (lib/bff/recorded-invocation.ts). Retrieving the item returns them, and its page downloads them.

/** Lists up to this size, in bytes of JSON, are forwarded as they are. */
export const wholeListMaxBytes = 1024 * 1024;
/** Longest text of an item of a longer list, in UTF-16 units. */
const listTextMaxChars = 16_384;

const longTexts = ["payload", "output"] as const;

function cutItem(item: unknown): unknown {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  const texts = new Map<string, unknown>(Object.entries(item));
  const isLong = (text: unknown) => typeof text === "string" && text.length > listTextMaxChars;
  const cut = longTexts.filter((name) => isLong(texts.get(name)));
  if (cut.length === 0) return item;
  return {
    ...item,
    ...Object.fromEntries(
      cut.flatMap((name) => [
        [name, null],
        [`${name}_cut`, true],
      ]),
    ),
  };
}

/** The items as they are shown in a list. */
export const cutItems = (items: readonly unknown[]): unknown[] => items.map(cutItem);
