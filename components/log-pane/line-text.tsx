import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { type Segment, toSegments } from "@/lib/format/ansi";
import { type NamedId, namedIdsIn } from "@/lib/live/line-ids";
import type { Highlighter } from "@/lib/live/log-highlights";
import type { LogMatcher } from "@/lib/live/log-query";
import { ansiClass } from "./ansi-class.ts";
import { hueClasses } from "./hue-class.ts";
import { type HighlightedRange, mergeHighlights } from "./line-highlights.ts";

/** Longer lines are cut until expanded. */
export const longLineChars = 2000;
const shownChars = 1000;

const highlightClasses = { ...hueClasses, found: "bg-warn text-ink-on" } as const satisfies Record<
  HighlightedRange["as"],
  string
>;

/** The segments after the first `chars` characters. */
function afterPrefix(segments: readonly Segment[], chars: number): readonly Segment[] {
  if (chars === 0) return segments;
  const rest: Segment[] = [];
  let left = chars;
  for (const segment of segments) {
    if (left < segment.text.length) rest.push({ ...segment, text: segment.text.slice(left) });
    left = Math.max(0, left - segment.text.length);
  }
  return rest;
}

/** The segments up to `chars` characters. */
function head(segments: readonly Segment[], chars: number): Segment[] {
  const taken: Segment[] = [];
  let left = chars;
  for (const segment of segments) {
    if (left <= 0) break;
    taken.push({ ...segment, text: segment.text.slice(0, left) });
    left -= segment.text.length;
  }
  return taken;
}

/** A part of a line that is drawn in its own way. */
type DrawnRange = HighlightedRange | NamedId;

/** Highlights, and the ids that none of them covers, in order. */
function drawnRanges(highlights: readonly HighlightedRange[], visible: string): readonly DrawnRange[] {
  const ids = namedIdsIn(visible).filter(
    ({ from, to }) => !highlights.some((range) => range.from < to && range.to > from),
  );
  return ids.length === 0 ? highlights : [...highlights, ...ids].sort((one, other) => one.from - other.from);
}

/**
 * A line's text with its colours, matches and highlights; ids of sessions and invocations are links. Only text nodes, spans
 * and those links.
 */
export function lineText({
  text,
  prefixChars,
  matcher,
  highlighter,
  expanded,
  hrefOfId,
}: {
  text: string;
  /** Visible characters at the start that are not shown. */
  prefixChars: number;
  matcher: LogMatcher | undefined;
  highlighter: Highlighter | undefined;
  expanded: boolean;
  hrefOfId: ((id: NamedId) => string) | undefined;
}): ReactNode {
  const all = afterPrefix(toSegments(text), prefixChars);
  const segments = expanded ? all : head(all, shownChars);
  const visible = segments.map((segment) => segment.text).join("");
  const highlights = mergeHighlights(matcher?.ranges(visible) ?? [], highlighter?.ranges(visible) ?? []);
  const ranges = hrefOfId === undefined ? highlights : drawnRanges(highlights, visible);
  const parts: ReactNode[] = [];
  let from = 0;
  for (const segment of segments) {
    const name = ansiClass(segment.look);
    const highlighted = splitByRanges(segment.text, from, ranges, hrefOfId);
    if (name === undefined) parts.push(...highlighted);
    else
      parts.push(
        <span key={from} className={name}>
          {highlighted}
        </span>,
      );
    from += segment.text.length;
  }
  // One text alone is set without a node of React's.
  return parts.length === 1 ? parts[0] : parts;
}

/** A segment that begins at offset `from` of its line, split by the ranges drawn in their own way. */
function splitByRanges(
  text: string,
  from: number,
  ranges: readonly DrawnRange[],
  hrefOfId: ((id: NamedId) => string) | undefined,
): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const range of ranges) {
    const [left, right] = [Math.max(range.from - from, at), Math.min(range.to - from, text.length)];
    if (left >= right) continue;
    if (left > at) parts.push(text.slice(at, left));
    const part = text.slice(left, right);
    parts.push(
      "as" in range ? (
        <mark key={from + left} className={`rounded-[2px] ${highlightClasses[range.as]}`}>
          {part}
        </mark>
      ) : (
        <Link key={from + left} href={hrefOfId?.(range) ?? ""} tabIndex={-1} className={idClass}>
          {part}
        </Link>
      ),
    );
    at = right;
  }
  if (at < text.length) parts.push(at === 0 ? text : text.slice(at));
  return parts;
}

const idClass = "underline decoration-dotted underline-offset-2 hover:text-accent";
