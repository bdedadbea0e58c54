import { memo, type ReactNode } from "react";
import { type Segment, toSegments } from "@/lib/live/ansi";
import type { LogMatcher } from "@/lib/live/log-query";
import { ansiClass } from "./ansi-class.ts";

/** Longer lines are cut until asked for. */
export const longLineChars = 2000;
const shownChars = 1000;

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

/** A line's text with its colours and the places that match. Only text nodes and spans. */
export const LineText = memo(function LineText({
  text,
  matcher,
  whole,
}: {
  text: string;
  matcher: LogMatcher | undefined;
  whole: boolean;
}) {
  const all = toSegments(text);
  const segments = whole ? all : head(all, shownChars);
  const ranges = matcher?.ranges(segments.map((segment) => segment.text).join("")) ?? [];
  const parts: ReactNode[] = [];
  let from = 0;
  for (const segment of segments) {
    const name = ansiClass(segment.look);
    const marked = markRanges(segment.text, from, ranges);
    parts.push(
      name === undefined ? (
        marked
      ) : (
        <span key={from} className={name}>
          {marked}
        </span>
      ),
    );
    from += segment.text.length;
  }
  return parts;
});

/** A segment that begins at `from` in its line, with the matches inside it marked. */
function markRanges(text: string, from: number, ranges: readonly (readonly [number, number])[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    const [left, right] = [Math.max(start - from, at), Math.min(end - from, text.length)];
    if (left >= right) continue;
    if (left > at) parts.push(text.slice(at, left));
    parts.push(
      <mark key={from + left} className="rounded-[2px] bg-warn text-ink-on">
        {text.slice(left, right)}
      </mark>,
    );
    at = right;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}
