// A name as it can be typed. Pure.

/** What a font draws as nothing, such as zero-width spaces and bidirectional marks, and control characters that are no space. */
const invisible = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu;
const spaces = /[\s\u2800]+/g;

/**
 * The text as a label shows it: without invisible characters, spaces at the ends or several in a row, and with each letter and
 * its accent as one character. Empty where nothing of it is seen.
 */
export const typeableName = (text: string): string =>
  text.replaceAll(invisible, "").normalize("NFC").replaceAll(spaces, " ").trim();
