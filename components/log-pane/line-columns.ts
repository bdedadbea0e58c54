// Which columns the lines of a pane have, and what of a line they show.
import type { LineParts } from "@/lib/format/line-parts";
import type { Highlighter } from "@/lib/live/log-highlights";
import type { LogMatcher } from "@/lib/live/log-query";

/** A pane of this width has the message of a line below its columns. */
const stackedBelowPx = 480;
/** From this width on there is a column for what wrote a line, and the message still starts in the first quarter. */
const wideFromPx = 900;

/**
 * How a line is laid out, by the width of the pane: `stacked` has the message below the columns, `narrow` no column for
 * what wrote it.
 */
export type LineLayout = "stacked" | "narrow" | "wide";

/** The layout for a pane of this width. */
export function lineLayout(paneWidthPx: number): LineLayout {
  if (paneWidthPx < stackedBelowPx) return "stacked";
  return paneWidthPx < wideFromPx ? "narrow" : "wide";
}

/** The parts of a line; undefined when the whole text is to be shown: the columns would hide or add a match or a highlight. */
export function shownParts(
  { visible, parts }: { visible: string; parts: LineParts | undefined },
  matcher: LogMatcher | undefined,
  highlighter: Highlighter | undefined,
): LineParts | undefined {
  if (parts === undefined || (matcher === undefined && highlighter === undefined)) return parts;
  const message = parts.message ?? visible.slice(parts.prefixChars);
  const differs = (found: LogMatcher | Highlighter | undefined) =>
    found !== undefined && found.ranges(visible).length !== found.ranges(message).length;
  return differs(matcher) || differs(highlighter) ? undefined : parts;
}
