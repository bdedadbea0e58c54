// Which columns the lines of a pane have, and what of a line they show.
import { visibleText } from "@/lib/format/ansi";
import { type JsonLine, readJsonLine } from "@/lib/format/json-line";
import { type LineParts, readLineParts } from "@/lib/format/line-parts";
import type { LogLevel } from "@/lib/format/log-level";
import type { Highlighter } from "@/lib/live/log-highlights";
import type { LogMatcher } from "@/lib/live/log-query";

/** A pane of this width has the message of a line below its columns. */
const stackedBelowPx = 480;
/** From this width on there is a column for what wrote a line, and the message still starts in the first quarter. */
const wideFromPx = 900;

/**
 * How a line is laid out, by the width of the pane: `stacked` has the message below the columns, `narrow` a letter for
 * the level and no column for what wrote it.
 */
export type LineLayout = "stacked" | "narrow" | "wide";

/** The layout for a pane of this width. */
export function lineLayout(paneWidthPx: number): LineLayout {
  if (paneWidthPx < stackedBelowPx) return "stacked";
  return paneWidthPx < wideFromPx ? "narrow" : "wide";
}

/** Longer lines are not examined for what wrote them: it is done for all lines in view at each drawing. */
const maxExaminedChars = 2_000;

/** Whether the line says what wrote it. */
export function namesWriter({ text, level }: { text: string; level: LogLevel }): boolean {
  if (text.length > maxExaminedChars) return false;
  const visible = visibleText(text);
  return readLineParts(visible, readJsonLine(visible), level)?.source !== undefined;
}

/** The parts of a line; undefined when the whole text is to be shown: the columns would hide or add a match or a highlight. */
export function shownParts(
  { visible, json, level }: { visible: string; json: JsonLine | undefined; level: LogLevel },
  matcher: LogMatcher | undefined,
  highlighter: Highlighter | undefined,
): LineParts | undefined {
  const parts = readLineParts(visible, json, level);
  if (parts === undefined) return undefined;
  const message = parts.message ?? visible.slice(parts.prefixChars);
  const differs = (found: LogMatcher | Highlighter | undefined) =>
    found !== undefined && found.ranges(visible).length !== found.ranges(message).length;
  return differs(matcher) || differs(highlighter) ? undefined : parts;
}
