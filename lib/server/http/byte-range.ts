// Range requests (RFC 9110), limited in size.

/** The most bytes in answer to an open-ended range: a player that stops reading would otherwise occupy its upstream
 *  connection for as long as its page is open. It requests the rest when it needs it. */
export const openRangeBytes = 8 * 1024 * 1024;

/** The `Range` header to send upstream for a browser's; undefined without one and for anything but a single byte range,
 *  which a server may ignore. */
export function boundedRange(header: string | null): string | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "") return last === "" ? undefined : `bytes=-${last}`;
  if (last !== "") return Number(last) < Number(first) ? undefined : `bytes=${first}-${last}`;
  return `bytes=${first}-${Number(first) + openRangeBytes - 1}`;
}

/** The `Content-Range` header if it is valid, else undefined. */
export const readableRange = (header: string | undefined): string | undefined =>
  header !== undefined && /^bytes \d{1,15}-\d{1,15}\/(\d{1,15}|\*)$/.test(header) ? header : undefined;
