"use client";

import { ClockTime } from "@/components/ui/relative-time";
import { useTimeZone } from "@/components/ui/time-zone";
import { timelineListTexts } from "./invocation-on-demand-messages.ts";
import { actDetail, formatAct, sessionText, stateText } from "./timeline-messages.ts";
import type { ActMark, Timeline } from "./timeline-model.ts";

interface Line {
  readonly key: string;
  readonly atMs: number;
  readonly text: string;
  readonly detail?: string;
}

/** The timeline of the invocation `id` with its acts as a list, oldest first: for screen readers, and to copy from. */
export function TimelineList({
  timeline,
  acts,
  id,
}: {
  timeline: Timeline;
  acts: readonly ActMark[];
  id: string;
}) {
  const { zone } = useTimeZone();
  const lines: Line[] = [
    ...timeline.states.map((span) => ({
      key: span.status,
      atMs: span.fromMs,
      text: stateText(span, zone),
    })),
    ...timeline.sessions.map((span) => ({
      key: span.id,
      atMs: span.fromMs,
      text: sessionText(span, zone),
    })),
    ...acts.map(({ entry, atMs }) => ({
      key: String(entry.seq),
      atMs,
      text: formatAct(entry, id),
      detail: actDetail(entry),
    })),
    ...(timeline.end ? [{ key: "end", atMs: timeline.end.atMs, text: timeline.end.status }] : []),
  ].sort((one, other) => one.atMs - other.atMs);
  return (
    <details className="text-label">
      <summary className="w-fit cursor-pointer rounded-sm leading-6 text-ink-3 hover:text-ink">
        {timelineListTexts.asAList}
      </summary>
      <ol aria-label={timelineListTexts.timeline} className="grid gap-1 pt-1">
        {lines.map(({ key, atMs, text, detail }) => (
          <li key={key} className="flex min-w-0 gap-2">
            <ClockTime at={atMs} withDate />
            <span className="min-w-0 break-words">
              {text}
              {detail === undefined ? null : <span className="text-ink-3"> · {detail}</span>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
