/** The file name of a Content-Disposition header; `fallback` when it has no valid one. */
export function fileNameFrom(header: string | null, fallback: string): string {
  if (header === null) return fallback;
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Invalid encoding: use the plain name.
    }
  }
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, "$1");
  const plain = quoted ?? /filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1];
  return plain === undefined || plain === "" ? fallback : plain;
}
