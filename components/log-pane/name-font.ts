/** The class of a log's name: a path is in the letters of code, a name is a word. */
export const nameFont = (name: string): string | undefined =>
  name.startsWith("/") ? "font-mono" : undefined;
