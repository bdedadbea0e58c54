// What is wrong with a search over stored logs.

export const logSearchMessages = {
  atMostCharacters: (count: number) => `A search has up to ${count} characters.`,
  atMostWords: (count: number) => `A search has up to ${count} words.`,
  closeQuotation: 'The closing quotation mark is missing. Add " at the end.',
  enterWord: "Enter a word after this.",
  filterNotExcluded: (filter: string) => `A filter cannot be excluded. Remove the - before ${filter}:`,
  needsValue: (filter: string, example: string) => `${filter}: needs a value, such as ${filter}:${example}`,
  needsTime: "since: needs a time such as 30m, 12h, 7d or 2026-11-23T10:00Z.",
  levels: (levels: string) => `level: must be one of ${levels}.`,
} as const;
