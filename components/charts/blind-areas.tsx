import { ReferenceArea } from "recharts";
import type { BlindSpan } from "./blind-span.ts";

/** A sliver that is still seen. */
const leastPx = 2;

/** The hatch of times that were not recorded; once in a drawing, under an id of its own. */
export function blindPattern(id: string) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill="var(--warn-bg)" />
        <rect width="1" height="6" fill="var(--warn)" />
      </pattern>
    </defs>
  );
}

/** Times that were not recorded, through the whole height of a drawing whose axis goes from `fromMs` to `toMs`. */
export function blindAreas(
  spans: readonly BlindSpan[],
  { id, fromMs, toMs, widthPx }: { id: string; fromMs: number; toMs: number; widthPx: number },
) {
  const leastMs = (leastPx * (toMs - fromMs)) / Math.max(1, widthPx);
  return spans.map((span) => (
    <ReferenceArea
      key={span.fromMs}
      x1={Math.max(fromMs, Math.min(span.fromMs, toMs - leastMs))}
      x2={Math.min(toMs, Math.max(span.toMs, span.fromMs + leastMs))}
      fill={`url(#${id})`}
      fillOpacity={0.7}
    />
  ));
}
