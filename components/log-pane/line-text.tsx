import { memo, type ReactNode } from "react";
import { type Segment, toSegments } from "@/lib/live/ansi";
import type { Highlighter } from "@/lib/live/log-highlights";
import type { LogMatcher } from "@/lib/live/log-query";
import { ansiClass } from "./ansi-class.ts";
import { hueClasses } from "./hue-class.ts";
import { joinMarks, type Mark } from "./line-marks.ts";

/** Longer lines are cut until asked for. */
export const longLineChars = 2000;
const shownChars = 1000;

const markClasses = { ...hueClasses, found: "bg-warn text-ink-on" } as const satisfies Record<
  Mark["as"],
  string
>;

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

/** A line's text with its colours, the places that match and the operator's highlights. Only text nodes and spans. */
export const LineText = memo(function LineText({
  text,
  matcher,
  highlighter,
  whole,
}: {
  text: string;
  matcher: LogMatcher | undefined;
  highlighter: Highlighter | undefined;
  whole: boolean;
}) {
  const all = toSegments(text);
  const segments = whole ? all : head(all, shownChars);
  const visible = segments.map((segment) => segment.text).join("");
  const marks = joinMarks(matcher?.ranges(visible) ?? [], highlighter?.ranges(visible) ?? []);
  const parts: ReactNode[] = [];
  let from = 0;
  for (const segment of segments) {
    const name = ansiClass(segment.look);
    const marked = markParts(segment.text, from, marks);
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

/** A segment that begins at `from` in its line, with the marks inside it. */
function markParts(text: string, from: number, marks: readonly Mark[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const mark of marks) {
    const [left, right] = [Math.max(mark.from - from, at), Math.min(mark.to - from, text.length)];
    if (left >= right) continue;
    if (left > at) parts.push(text.slice(at, left));
    parts.push(
      <mark key={from + left} className={`rounded-[2px] ${markClasses[mark.as]}`}>
        {text.slice(left, right)}
      </mark>,
    );
    at = right;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}
