/** The first UTF-16 units of a text, at most `most`, without half of the character that the cut would split. */
export const firstChars = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
