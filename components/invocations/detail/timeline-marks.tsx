"use client";

import { Link } from "@/components/ui/link";
import { statusStyle } from "@/components/ui/status-badge";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { useTimeZone } from "@/components/ui/time-zone";
import { Tooltip } from "@/components/ui/tooltip";
import { shareOf, type TimeRange } from "@/lib/charts/time-range";
import { formatClock } from "@/lib/format/full-time";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { timelineMarksTexts } from "./invocation-on-demand-messages.ts";
import { actDetail, formatAct, isRefused, sessionText, stateText } from "./timeline-messages.ts";
import type { ActMark, SessionSpan, StateSpan, Timeline } from "./timeline-model.ts";

const percent = (share: number) => `${share * 100}%`;
const placeOf = (axis: TimeRange, span: TimeRange) => {
  const from = shareOf(axis, span.fromMs);
  return { left: percent(from), width: percent(shareOf(axis, span.toMs) - from) };
};

const stateStyles = {
  queued: "border-queued bg-queued-bg text-queued",
  running: "border-running bg-running-bg text-running",
} as const satisfies Record<StateSpan["status"], string>;

/** A state as a labelled bar. */
export function StateBar({ span, axis }: { span: StateSpan; axis: TimeRange }) {
  const { zone } = useTimeZone();
  const label = stateText(span, zone);
  return (
    <Tooltip text={label}>
      <span
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what it says is reached by keyboard, too
        tabIndex={0}
        aria-label={label}
        style={placeOf(axis, span)}
        className={`focus-inset absolute top-1 flex h-5 min-w-1.5 cursor-default items-center overflow-clip rounded-sm border-l-2 px-1.5 text-caption font-medium ${stateStyles[span.status]}`}
      >
        {span.status}
      </span>
    </Tooltip>
  );
}

const endTones: Readonly<Record<string, string>> = { succeeded: "text-ok", failed: "text-bad" };

/** The end of an invocation, as a glyph. */
export function EndTick({ end, axis }: { end: NonNullable<Timeline["end"]>; axis: TimeRange }) {
  const { zone } = useTimeZone();
  const label = timelineMarksTexts.endedAt(end.status, formatClock(end.atMs, zone, "ms"));
  return (
    <Tooltip text={label}>
      <span
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what it says is reached by keyboard, too
        tabIndex={0}
        aria-label={label}
        style={{ left: percent(shareOf(axis, end.atMs)) }}
        className={`focus-inset absolute top-0.5 -ml-6 inline-flex size-6 cursor-default items-center justify-center rounded-sm ${
          endTones[end.status] ?? "text-ink-2"
        }`}
      >
        <StatusGlyph glyph={statusStyle("invocation", end.status).glyph} />
      </span>
    </Tooltip>
  );
}

/** A session as a bar that links to it. One that is older than the invocation, from a pool, begins at the
 *  edge. */
export function SessionBar({ span, axis }: { span: SessionSpan; axis: TimeRange }) {
  const { zone } = useTimeZone();
  const label = sessionText(span, zone);
  const look =
    span.now === "active" ? "border-ok bg-ok-bg text-ok" : "border-line-strong bg-hover text-ink-2";
  return (
    <div className="relative h-7">
      <Tooltip text={label}>
        <Link
          href={paths.browser(span.id)}
          aria-label={label}
          style={placeOf(axis, span)}
          className={`focus-inset absolute top-0.5 flex h-6 min-w-6 items-center overflow-clip rounded-sm px-1.5 font-mono text-caption whitespace-nowrap hover:underline ${look} ${
            span.fromMs < axis.fromMs ? "" : "border-l-2"
          }`}
        >
          {span.name || shortId(span.id)}
        </Link>
      </Tooltip>
    </div>
  );
}

/** An operator's act on the invocation `id`, or on a browser of it, as a mark that links to its audit entry. */
export function ActionTick({
  mark: { entry, atMs },
  id,
  axis,
}: {
  mark: ActMark;
  id: string;
  axis: TimeRange;
}) {
  const { zone } = useTimeZone();
  const outside =
    atMs > axis.toMs
      ? timelineMarksTexts.afterItsEnd
      : atMs < axis.fromMs
        ? timelineMarksTexts.beforeItsStart
        : "";
  const label = `${formatClock(atMs, zone, "ms")}${outside} · ${formatAct(entry, id)}`;
  const refused = isRefused(entry);
  return (
    <Tooltip text={`${label} (${actDetail(entry)})`}>
      <Link
        href={paths.audit({ target: entry.target, open: entry.seq })}
        aria-label={label}
        style={{ left: `clamp(0px, ${percent(shareOf(axis, atMs))} - 12px, 100% - 24px)` }}
        className={`focus-inset absolute top-0.5 inline-flex size-6 items-center justify-center rounded-sm hover:bg-hover ${
          refused ? "text-bad" : "text-accent"
        }`}
      >
        <StatusGlyph glyph={refused ? "cross" : "triangle"} />
      </Link>
    </Tooltip>
  );
}
