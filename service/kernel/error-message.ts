/** What was thrown, in a sentence: the message of an error, its name without one, and anything else as text. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);
