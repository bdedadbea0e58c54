"use client";

import { useTimeZone } from "@/components/ui/time-zone";
import type { CheckSummary, ProxyCheckRecord } from "@/lib/bff/proxies";
import { formatClock, formatDate } from "@/lib/format/full-time";
import { formatCount } from "@/lib/format/numbers";
import {
  type CheckMark,
  type CheckMarkVariant,
  type CheckStripRange,
  cellPx,
  checkMarksOf,
  undrawnCheckCount,
} from "./check-marks.ts";

const heightPx = 16;
/** Ranges above a day show dates: a clock time alone would be ambiguous. */
const dayMs = 86_400_000;

/**
 * A check is a bar: full height when available, wide and half as high when not, both where verdicts differ.
 */
const shapes = {
  up: <rect x="0.5" y="2" width="3" height="12" rx="0.5" className="fill-ok" />,
  down: <path d="M0 8.5h4v5.5h-4z" className="fill-bad" />,
  mixed: (
    <>
      <rect x="0.5" y="2" width="3" height="5" rx="0.5" className="fill-ok" />
      <path d="M0 8.5h4v5.5h-4z" className="fill-bad" />
    </>
  ),
  other: <rect x="1" y="6" width="2" height="4" className="fill-ink-3" />,
} as const satisfies Record<CheckMarkVariant, React.ReactNode>;

/**
 * The recorded checks of a range on one line; a gap where there was none, a broken line where older ones are
 * not drawn. Each mark lists its checks in a tooltip.
 */
export function CheckHistoryStrip({
  marks,
  summary,
  range,
  rangeLabel,
  widthPx,
}: {
  marks: readonly ProxyCheckRecord[];
  summary: CheckSummary | undefined;
  range: CheckStripRange;
  /** `the last 24 h`. */
  rangeLabel: string;
  widthPx: number;
}) {
  const { zone } = useTimeZone();
  const drawn = checkMarksOf(marks, range, widthPx);
  const undrawn = undrawnCheckCount(marks, summary);
  const firstPx = undrawn === 0 ? 0 : (drawn[0]?.xPx ?? widthPx);
  const newest = undrawn === 0 ? "" : `; the newest ${formatCount(marks.length)} are drawn`;
  return (
    <svg
      role="img"
      aria-label={`${formatCheckSummary(summary)} in ${rangeLabel}${newest}`}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      width={widthPx}
      height={heightPx}
      className="inline-block max-w-full align-middle"
    >
      {undrawn === 0 ? null : (
        <g>
          <title>{`${formatCount(undrawn)} older checks are counted and not drawn`}</title>
          <rect width={firstPx} height={heightPx} fill="transparent" />
          <path
            d={`M0 14.5H${firstPx}`}
            className="stroke-line-strong"
            strokeWidth="1"
            strokeDasharray="2 3"
          />
        </g>
      )}
      <path d={`M${firstPx} 14.5H${widthPx}`} className="stroke-line-strong" strokeWidth="1" />
      {drawn.map((mark) => (
        <g key={mark.xPx} transform={`translate(${mark.xPx} 0)`}>
          <title>{tipOf(mark, (atMs) => timeText(atMs, zone, range))}</title>
          {/* Receives the pointer over the whole height. */}
          <rect width={cellPx} height={heightPx} fill="transparent" />
          {shapes[mark.look]}
        </g>
      ))}
    </svg>
  );
}

/** `8 checks, 6 available, 2 unavailable`. */
export function formatCheckSummary(summary: CheckSummary | undefined): string {
  if (summary === undefined || summary.checks === 0) return "no check recorded";
  const { checks, available, unavailable } = summary;
  return `${formatCount(checks)} ${checks === 1 ? "check" : "checks"}, ${formatCount(available)} available, ${formatCount(unavailable)} unavailable`;
}

function timeText(atMs: number, zone: string, { sinceMs, untilMs }: CheckStripRange): string {
  const clock = formatClock(atMs, zone, "second");
  return untilMs - sinceMs < dayMs ? clock : `${formatDate(atMs, zone)} ${clock}`;
}

function tipOf({ checks }: CheckMark, timeOf: (atMs: number) => string): string {
  const shown = checks.slice(-5).map(({ at_ms, status, source }) => `${timeOf(at_ms)} ${status} (${source})`);
  const more = checks.length - shown.length;
  return more > 0 ? [`${more} more`, ...shown].join("\n") : shown.join("\n");
}
