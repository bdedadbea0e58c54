// What part of a file a browser may ask for in one go.

/** The most that one open-ended question gets: a player that stops reading would otherwise hold its upstream
 *  connection for as long as its page is open. It asks again where the part ends. */
export const openRangeBytes = 8 * 1024 * 1024;

/** The `Range` header to send upstream for the one a browser sent; undefined for none, and for what is no single
 *  range of bytes: a server may answer those with everything. */
export function boundedRange(header: string | null): string | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "") return last === "" ? undefined : `bytes=-${last}`;
  if (last !== "") return Number(last) < Number(first) ? undefined : `bytes=${first}-${last}`;
  return `bytes=${first}-${Number(first) + openRangeBytes - 1}`;
}

/** A `Content-Range` header that a browser can rely on; undefined for anything else. */
export const readableRange = (header: string | undefined): string | undefined =>
  header !== undefined && /^bytes \d{1,15}-\d{1,15}\/(\d{1,15}|\*)$/.test(header) ? header : undefined;
