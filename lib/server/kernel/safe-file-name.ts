/** A file name that is safe in file systems and headers; `fallback` when nothing is left of it. */
export function safeFileName(name: string, fallback: string): string {
  const clean = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, 100)
    // The cut may have left half of a surrogate pair.
    .toWellFormed()
    .replace("\ufffd", "_");
  return clean === "" ? fallback : clean;
}
