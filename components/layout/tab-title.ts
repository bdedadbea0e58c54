import { shortId } from "@/lib/format/short-id";

/**
 * Title of a page about one resource, distinct per tab: `Invocation htzv5o…ifpbv`. `part` is the path segment
 * as in the URL.
 */
export const tabTitle = (noun: string, part: string): string =>
  `${noun} ${shortId(decodeURIComponent(part))}`;
