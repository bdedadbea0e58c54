/** Epoch milliseconds of an RFC 3339 time; null for any other text and for no text. */
export function epochMs(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  const read = Date.parse(text.replace(/(\.\d{3})\d+/, "$1"));
  return Number.isFinite(read) ? read : null;
}
