/** What an operating system forbids in a file name, and control and invisible characters. */
const forbidden = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|[/\\:*?"<>|]/gu;

/** A file name that is safe in file systems; `fallback` when nothing is left of it. */
export function safeFileName(name: string, fallback: string): string {
  const clean = name
    .normalize("NFC")
    .replace(forbidden, "_")
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, 100)
    // The cut may have left half of a surrogate pair.
    .toWellFormed()
    .replace("\ufffd", "_");
  return clean === "" ? fallback : clean;
}
