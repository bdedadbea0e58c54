import clsx from "clsx";
import { memo, type RefObject } from "react";
import type { LineLayout } from "./line-columns.ts";
import { logHeadTexts } from "./log-pane-on-demand-messages.ts";
import { foldGap, levelColumn, sourceWidth, tagColumn } from "./row-columns.tsx";

/** The names of a log's columns, and the zone of its times. */
export const LogHead = memo(function LogHead({
  ref,
  layout,
  zone,
  times,
  deltas,
  isMerged,
  hasWriters,
}: {
  /** Moved with the lines to the side. */
  ref: RefObject<HTMLDivElement | null>;
  layout: LineLayout;
  /** That of the times; undefined while there is none. */
  zone: string | undefined;
  times: boolean;
  /** Whether times have the time since the line above beside them. */
  deltas: boolean;
  /** Whether there is a column for the log a line comes from. */
  isMerged: boolean;
  /** Whether there is a column for what wrote a line. */
  hasWriters: boolean;
}) {
  const isStacked = layout === "stacked";
  if (isStacked && !times) return null;
  return (
    <div className="shrink-0 overflow-hidden border-b border-line">
      <div ref={ref} className="flex h-6 items-center px-3 font-mono text-label whitespace-nowrap text-ink-3">
        {times
          ? column(deltas ? "mr-3 w-[calc(21ch+0.5rem)]" : "mr-3 w-[12ch]", logHeadTexts.time(zone))
          : null}
        {isMerged ? column(tagColumn, logHeadTexts.log) : null}
        {column(levelColumn, logHeadTexts.level)}
        {hasWriters ? column(clsx("mr-2", sourceWidth), logHeadTexts.source) : null}
        {isStacked ? null : column(foldGap, logHeadTexts.message)}
      </div>
    </div>
  );
});

/** As wide as in the lines, whose letters are those of code. */
const column = (className: string, text: string) => (
  <span className={clsx("shrink-0", className)}>
    <span className="font-sans">{text}</span>
  </span>
);
