// What is wrong with a JSON path.

export const jsonPathTexts = {
  tooLong: (count: number) => `Use up to ${count} characters.`,
  start: "A path starts with $, such as $.cart.items[0].sku",
  at: (fault: string, character: number) => `${fault} (at character ${character})`,
  recursive: "Recursive descent (..) is not supported",
  wildcard: "Wildcards are not supported",
  name: 'A name must follow the dot. Put special names in brackets, such as ["a b"]',
  step: (found: string | undefined) => `Expected . or [ instead of ${found}`,
  brackets: 'Brackets need an index or a quoted name, such as [0] or ["a b"]',
} as const;
