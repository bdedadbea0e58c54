"use client";

import { formatAge } from "@/lib/format/duration";
import { formatClock, formatDate, formatFullTime } from "@/lib/format/full-time";
import { formatRelative } from "@/lib/format/relative-time";
import { parseInstant } from "@/lib/format/rfc3339";
import { NoValue } from "./no-value.tsx";
import { useTimeZone } from "./time-zone.tsx";
import { Tooltip } from "./tooltip.tsx";
import { useClockText } from "./use-now.ts";

/**
 * `3 min ago`, updated by the shared clock; the tooltip has the full time with its zone and the original
 * text. `at` is RFC 3339 or epoch milliseconds. An unparsable text is shown unchanged.
 */
export function RelativeTime({ at, empty }: { at: string | number | null | undefined; empty?: string }) {
  if (at === null || at === undefined || at === "")
    return empty === undefined ? <NoValue /> : <span className="text-ink-3">{empty}</span>;
  const epochMs = typeof at === "number" ? at : parseInstant(at)?.epochMs;
  if (epochMs === undefined || !Number.isFinite(epochMs)) return <span className="text-ink-3">{at}</span>;
  return <Ticking epochMs={epochMs} text={typeof at === "string" ? at : undefined} format={formatRelative} />;
}

/** How long it is since then: `3 min`, as after "no data for"; updated, and with the same tooltip. */
export const AgeSince = ({ atMs }: { atMs: number }) => (
  <Ticking epochMs={atMs} text={undefined} format={(from, nowMs) => formatAge(nowMs - from)} />
);

function Ticking({
  epochMs,
  text,
  format,
}: {
  epochMs: number;
  text: string | undefined;
  format: (atMs: number, nowMs: number) => string;
}) {
  const { zone } = useTimeZone();
  const relativeText = useClockText((nowMs) => format(epochMs, nowMs), formatClock(epochMs, "UTC", "second"));
  return (
    <Tooltip text={<FullTimeText epochMs={epochMs} zone={zone} text={text} />}>
      <time dateTime={new Date(epochMs).toISOString()} className="whitespace-nowrap">
        {relativeText}
      </time>
    </Tooltip>
  );
}

function FullTimeText({ epochMs, zone, text }: { epochMs: number; zone: string; text: string | undefined }) {
  return (
    <span className="grid font-mono text-caption">
      <span>{formatFullTime(epochMs, zone)}</span>
      {text === undefined ? null : <span className="opacity-70">{text}</span>}
    </span>
  );
}

/** A time in the operator's zone: the clock, with the date when `withDate`. */
export function ClockTime({ at, withDate = false }: { at: string | number; withDate?: boolean }) {
  const { zone } = useTimeZone();
  const epochMs = typeof at === "number" ? at : parseInstant(at)?.epochMs;
  if (epochMs === undefined || !Number.isFinite(epochMs)) return <span className="text-ink-3">{at}</span>;
  const clock = formatClock(epochMs, zone, "ms");
  return (
    <Tooltip
      text={<FullTimeText epochMs={epochMs} zone={zone} text={typeof at === "string" ? at : undefined} />}
    >
      <time dateTime={new Date(epochMs).toISOString()} className="font-mono text-label whitespace-nowrap">
        {withDate ? <span className="max-sm:in-[td,th]:hidden">{formatDate(epochMs, zone)} </span> : null}
        {clock}
      </time>
    </Tooltip>
  );
}
