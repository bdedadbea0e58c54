/** A text as every database stores it and gives it back: lone surrogates and NUL, which PostgreSQL refuses with all that is
 *  good in the statement, are replaced. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");
