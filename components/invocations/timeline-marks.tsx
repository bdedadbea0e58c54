"use client";

import Link from "next/link";
import { statusLook } from "@/components/ui/status-badge";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { useTimeZone } from "@/components/ui/time-zone";
import { Tooltip } from "@/components/ui/tooltip";
import { formatClock } from "@/lib/format/full-time";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import {
  type ActMark,
  type SessionSpan,
  type Span,
  type StateSpan,
  shareOf,
  type Timeline,
} from "./timeline-model.ts";
import { actWords, sessionWords, stateWords } from "./timeline-words.ts";

const percent = (share: number) => `${share * 100}%`;
const placeOf = (axis: Span, span: Span) => {
  const from = shareOf(axis, span.fromMs);
  return { left: percent(from), width: percent(shareOf(axis, span.toMs) - from) };
};

const stateLooks = {
  queued: "border-queued bg-queued-bg text-queued",
  running: "border-running bg-running-bg text-running",
} as const satisfies Record<StateSpan["status"], string>;

/** A state as a bar with its word. */
export function StateBar({ span, axis }: { span: StateSpan; axis: Span }) {
  const { zone } = useTimeZone();
  const words = stateWords(span, zone);
  return (
    <Tooltip text={words}>
      <span
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what it says is reached by keyboard, too
        tabIndex={0}
        aria-label={words}
        style={placeOf(axis, span)}
        className={`focus-inset absolute top-1 flex h-5 min-w-1.5 cursor-default items-center overflow-clip rounded-sm border-l-2 px-1.5 text-truth font-medium ${stateLooks[span.status]}`}
      >
        {span.status}
      </span>
    </Tooltip>
  );
}

const endTones: Readonly<Record<string, string>> = { succeeded: "text-ok", failed: "text-bad" };

/** The end of a run, by its glyph. */
export function EndTick({ end, axis }: { end: NonNullable<Timeline["end"]>; axis: Span }) {
  const { zone } = useTimeZone();
  const words = `${end.status} at ${formatClock(end.atMs, zone, "ms")}`;
  return (
    <Tooltip text={words}>
      <span
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what it says is reached by keyboard, too
        tabIndex={0}
        aria-label={words}
        style={{ left: percent(shareOf(axis, end.atMs)) }}
        className={`focus-inset absolute top-0.5 -ml-6 inline-flex size-6 cursor-default items-center justify-center rounded-sm ${
          endTones[end.status] ?? "text-ink-2"
        }`}
      >
        <StatusGlyph glyph={statusLook("invocation", end.status).glyph} />
      </span>
    </Tooltip>
  );
}

/** A session as a bar that leads to it. One older than the run, as of a pool, begins at the edge. */
export function SessionBar({ span, axis }: { span: SessionSpan; axis: Span }) {
  const { zone } = useTimeZone();
  const words = sessionWords(span, zone);
  const look =
    span.now === "active" ? "border-ok bg-ok-bg text-ok" : "border-line-strong bg-hover text-ink-2";
  return (
    <div className="relative h-7">
      <Tooltip text={words}>
        <Link
          href={paths.browser(span.id)}
          aria-label={words}
          style={placeOf(axis, span)}
          className={`focus-inset absolute top-0.5 flex h-6 min-w-6 items-center overflow-clip rounded-sm px-1.5 font-mono text-truth whitespace-nowrap hover:underline ${look} ${
            span.fromMs < axis.fromMs ? "" : "border-l-2"
          }`}
        >
          {shortId(span.id)}
        </Link>
      </Tooltip>
    </div>
  );
}

/** An operator's act as a mark that leads to its line in the record. */
export function ActTick({ mark: { entry, atMs }, axis }: { mark: ActMark; axis: Span }) {
  const { zone } = useTimeZone();
  const outside = atMs > axis.toMs ? ", after the run" : atMs < axis.fromMs ? ", before the run" : "";
  const words = `${formatClock(atMs, zone, "ms")}${outside} · ${actWords(entry)}`;
  const refused = entry.phase === "denied" || (entry.status ?? 200) >= 400;
  return (
    <Tooltip text={words}>
      <Link
        href={paths.audit({ target: entry.target, open: entry.seq })}
        aria-label={words}
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
