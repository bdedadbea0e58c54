import { shortId } from "@/lib/format/short-id";

/** Title of a page about one thing, so that tabs of several can be told apart: `Invocation htzv5o…ifpbv`. `part` is as
 *  it stands in the address. */
export const tabTitle = (noun: string, part: string): string =>
  `${noun} ${shortId(decodeURIComponent(part))}`;
