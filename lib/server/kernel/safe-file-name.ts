/** What an operating system forbids in a file name, and control and invisible characters. */
const forbidden = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|[/\\:*?"<>|]/gu;

const longest = 100;

/** Cuts the name before its extension. */
function shortened(name: string): string {
  if (name.length <= longest) return name;
  const [extension = ""] = /\.[a-z\d]{1,10}$/i.exec(name) ?? [];
  return (
    name
      .slice(0, longest - extension.length)
      // The cut may have left half of a surrogate pair.
      .toWellFormed()
      .replace("\ufffd", "_") + extension
  );
}

/** A file name that is safe in file systems, at most 100 characters long; `fallback` when nothing is left of it. */
export function safeFileName(name: string, fallback: string): string {
  const clean = shortened(
    name
      .normalize("NFC")
      .replace(forbidden, "_")
      .replace(/^[. ]+|[. ]+$/g, ""),
  );
  return clean === "" ? fallback : clean;
}
