import { ReferenceArea } from "recharts";
import type { UnrecordedSpan } from "./unrecorded-span.ts";

/** Minimum width, so that a short span stays visible. */
const minWidthPx = 2;

/** Hatch pattern of unrecorded times; once per drawing, under a unique id. */
export function unrecordedPattern(id: string) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill="var(--warn-bg)" />
        <rect width="1" height="6" fill="var(--warn)" />
      </pattern>
    </defs>
  );
}

/** Unrecorded times, over the whole height of a drawing whose axis spans `fromMs` to `toMs`. */
export function unrecordedAreas(
  spans: readonly UnrecordedSpan[],
  { id, fromMs, toMs, widthPx }: { id: string; fromMs: number; toMs: number; widthPx: number },
) {
  const minMs = (minWidthPx * (toMs - fromMs)) / Math.max(1, widthPx);
  return spans.map((span) => (
    <ReferenceArea
      key={span.fromMs}
      x1={Math.max(fromMs, Math.min(span.fromMs, toMs - minMs))}
      x2={Math.min(toMs, Math.max(span.toMs, span.fromMs + minMs))}
      fill={`url(#${id})`}
      fillOpacity={0.7}
    />
  ));
}
