"use client";

import { useTimeZone } from "@/components/ui/time-zone";
import type { CheckSummary, ProxyCheckRecord } from "@/lib/bff/proxies";
import { dayMs } from "@/lib/bff/time-units";
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
import { checkHistoryStripTexts } from "./proxy-messages.ts";

const heightPx = 16;
/**
 * A check is a bar: full height when available, wide and half as high when not, both where verdicts differ. Each is a path
 * from the left edge of its cell.
 */
const shapes = {
  up: { ok: "m0.5 2h3v12h-3z" },
  down: { bad: "m0 8.5h4v5.5h-4z" },
  mixed: { ok: "m0.5 2h3v5h-3z", bad: "m0 8.5h4v5.5h-4z" },
  other: { unknown: "m1 6h2v4h-2z" },
} as const satisfies Record<CheckMarkVariant, Partial<Record<Tone, string>>>;
const fills = { ok: "fill-ok", bad: "fill-bad", unknown: "fill-ink-3" } as const;
type Tone = keyof typeof fills;
const tones = ["ok", "bad", "unknown"] as const satisfies readonly Tone[];

/** All marks of one colour as one path: a page has fifty of these strips. */
const pathOf = (marks: readonly CheckMark[], tone: Tone): string =>
  marks
    .flatMap(({ xPx, look }) => {
      const shape: Partial<Record<Tone, string>> = shapes[look];
      return shape[tone] === undefined ? [] : `M${xPx} 0${shape[tone]}`;
    })
    .join("");

/**
 * The recorded checks of a range on one line; a gap where there was none, a broken line where older ones are
 * not drawn. The tooltip lists the checks of the mark that is pointed at.
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
  const newest = undrawn === 0 ? "" : checkHistoryStripTexts.theNewestAreShown(formatCount(marks.length));
  const tipAt = (xPx: number): string => {
    if (undrawn > 0 && xPx < firstPx) return checkHistoryStripTexts.olderChecksNotShown(formatCount(undrawn));
    const mark = drawn.find((each) => xPx >= each.xPx && xPx < each.xPx + cellPx);
    return mark === undefined ? "" : tipOf(mark, (atMs) => timeText(atMs, zone, range));
  };
  return (
    <span
      className="inline-block max-w-full align-middle"
      // Set on hover: the texts of all marks would be most of the page.
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        currentTarget.title = tipAt(((clientX - left) / width) * widthPx);
      }}
    >
      <svg
        role="img"
        aria-label={`${checkHistoryStripTexts.summaryIn(formatCheckSummary(summary), rangeLabel)}${newest}`}
        viewBox={`0 0 ${widthPx} ${heightPx}`}
        width={widthPx}
        height={heightPx}
        className="block max-w-full"
      >
        {undrawn === 0 ? null : (
          <path
            d={`M0 14.5H${firstPx}`}
            className="stroke-line-strong"
            strokeWidth="1"
            strokeDasharray="2 3"
          />
        )}
        <path d={`M${firstPx} 14.5H${widthPx}`} className="stroke-line-strong" strokeWidth="1" />
        {tones.map((tone) => {
          const path = pathOf(drawn, tone);
          return path === "" ? null : <path key={tone} d={path} className={fills[tone]} />;
        })}
      </svg>
    </span>
  );
}

/** `8 checks, 6 available, 2 unavailable`. */
function formatCheckSummary(summary: CheckSummary | undefined): string {
  if (summary === undefined || summary.checks === 0) return checkHistoryStripTexts.noChecks;
  const { checks, available, unavailable } = summary;
  return checkHistoryStripTexts.summary({
    checks: formatCount(checks),
    available: formatCount(available),
    unavailable: formatCount(unavailable),
  });
}

function timeText(atMs: number, zone: string, { sinceMs, untilMs }: CheckStripRange): string {
  const clock = formatClock(atMs, zone, "second");
  // A clock time alone would be ambiguous in a range above a day.
  return untilMs - sinceMs < dayMs ? clock : `${formatDate(atMs, zone)} ${clock}`;
}

function tipOf({ checks }: CheckMark, timeOf: (atMs: number) => string): string {
  const shown = checks.slice(-5).map(({ at_ms, status, source }) => `${timeOf(at_ms)} ${status} (${source})`);
  const more = checks.length - shown.length;
  return more > 0 ? [checkHistoryStripTexts.more(more), ...shown].join("\n") : shown.join("\n");
}
