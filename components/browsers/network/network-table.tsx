"use client";

import { NoteRow } from "@/components/log-pane/log-row";
import { formatGap, formatLogEnd, formatShortGap } from "@/components/log-pane/row-messages";
import type { FormatLogTime } from "@/components/log-pane/use-log-time";
import type { NetworkEntry } from "@/lib/telemetry/network-log";
import type { NetworkRequest } from "@/lib/telemetry/network-requests";
import { columnsOf, headPx, rowPx, type TableLayout } from "./network-columns.ts";
import { networkTableTexts } from "./network-messages.ts";
import { Hairline, NetworkRow, percent } from "./network-row.tsx";
import type { NetworkRows } from "./use-network-rows.ts";
import { axisOf, shareAt, type TimeAxis, tickText } from "./waterfall.ts";

/** The requests as a grid; only those in view are drawn. */
export function NetworkTable({
  id,
  label,
  rows: { scroller, table, virtualizer, layout, onScroll },
  entries,
  latestMs,
  activeSeq,
  pointedSeq,
  momentMs,
  onSelect,
  formatTime,
}: {
  /** Prefix of the ids of rows. */
  id: string;
  label: string;
  rows: NetworkRows;
  entries: readonly NetworkEntry[];
  latestMs: number;
  activeSeq: number | undefined;
  pointedSeq: number | undefined;
  /** The moment of the time lock. */
  momentMs: number | undefined;
  onSelect: (request: NetworkRequest) => void;
  formatTime: FormatLogTime;
}) {
  const drawn = virtualizer.getVirtualItems().flatMap(({ index }) => {
    const entry = entries[index];
    return entry === undefined ? [] : [{ index, entry }];
  });
  const requests = drawn.flatMap(({ entry }) => (entry.kind === "request" ? [entry.request] : []));
  const axis = layout === "stacked" ? undefined : axisOf(requests, latestMs);
  const isActiveDrawn = requests.some(({ seq }) => seq === activeSeq);
  const emphasisOf = (seq: number) => {
    if (seq === activeSeq) return "active";
    return seq === pointedSeq ? "pointed" : undefined;
  };
  const above = drawn[0]?.index ?? 0;
  const below = entries.length - 1 - (drawn.at(-1)?.index ?? -1);
  return (
    <div
      ref={scroller}
      data-pane-scroller
      onScroll={onScroll}
      className="min-h-0 [contain:inline-size] flex-1 overflow-x-hidden overflow-y-auto overscroll-contain has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus [overflow-anchor:none]"
    >
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are selected with the arrow keys
        role="grid"
        aria-label={label}
        aria-rowcount={entries.length + 1}
        aria-activedescendant={isActiveDrawn ? `${id}-${activeSeq}` : undefined}
        tabIndex={0}
        className="w-full table-fixed border-separate border-spacing-0 font-mono text-label tabular-nums outline-none [&_td]:border-b [&_td]:border-line"
      >
        <Columns layout={layout} />
        <Head layout={layout} axis={axis} momentMs={momentMs} formatTime={formatTime} />
        <tbody>
          <Spacer px={above * rowPx[layout]} />
          {drawn.map(({ index, entry }) =>
            entry.kind === "request" ? (
              <NetworkRow
                key={entry.request.seq}
                id={`${id}-${entry.request.seq}`}
                rowIndex={index + 2}
                request={entry.request}
                emphasis={emphasisOf(entry.request.seq)}
                layout={layout}
                axis={axis}
                latestMs={latestMs}
                momentMs={momentMs}
                onSelect={onSelect}
                formatTime={formatTime}
              />
            ) : (
              <tr key={`note ${index}`} aria-rowindex={index + 2} style={{ height: rowPx[layout] }}>
                <td colSpan={columnsOf[layout].length}>
                  {entry.kind === "gap" ? (
                    <NoteRow
                      tone="warn"
                      wrap={layout === "stacked"}
                      title={formatGap(entry.gap, formatTime, "event")}
                    >
                      {formatShortGap(entry.gap, "event")}
                    </NoteRow>
                  ) : (
                    <NoteRow tone="calm">{formatLogEnd(entry.reason)}</NoteRow>
                  )}
                </td>
              </tr>
            ),
          )}
          <Spacer px={below * rowPx[layout]} />
        </tbody>
      </table>
    </div>
  );
}

const Columns = ({ layout }: { layout: TableLayout }) => (
  <colgroup>
    {columnsOf[layout].map(([name, widthPx]) => (
      <col key={name} style={{ width: widthPx }} />
    ))}
  </colgroup>
);

const titles = {
  request: networkTableTexts.request,
  name: networkTableTexts.name,
  method: networkTableTexts.method,
  status: networkTableTexts.status,
  type: networkTableTexts.type,
  size: networkTableTexts.size,
  time: networkTableTexts.time,
  waterfall: networkTableTexts.waterfall,
} as const;

function Head({
  layout,
  axis,
  momentMs,
  formatTime,
}: {
  layout: TableLayout;
  axis: TimeAxis | undefined;
  momentMs: number | undefined;
  formatTime: FormatLogTime;
}) {
  return (
    <thead className="sticky top-0 z-10 bg-bg font-sans text-ink-3 shadow-[inset_0_-1px_var(--line)]">
      <tr aria-rowindex={1} style={{ height: headPx }}>
        {columnsOf[layout].map(([name]) =>
          name === "waterfall" ? (
            <th key={name} scope="col" className="p-0">
              <span className="sr-only">{titles[name]}</span>
              <span className="relative block overflow-hidden" style={{ height: headPx }}>
                {axis?.ticks.map((ms) => (
                  <span
                    key={ms}
                    style={{ left: percent(shareAt(axis, ms) ?? 0) }}
                    className="absolute top-[6px] border-l border-line-strong pl-1 font-mono text-caption leading-3 font-normal"
                  >
                    {tickText(formatTime(ms, "ms"), axis.stepMs)}
                  </span>
                ))}
                {axis === undefined ? null : <Hairline axis={axis} momentMs={momentMs} />}
              </span>
            </th>
          ) : (
            <th
              key={name}
              scope="col"
              className={`truncate px-2 font-normal ${name === "name" || name === "request" ? "pl-3!" : ""} ${name === "time" ? "pr-3!" : ""} ${name === "size" || name === "time" ? "text-right" : "text-left"}`}
            >
              {titles[name]}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

/** Takes the place of rows that are not drawn. */
const Spacer = ({ px }: { px: number }) =>
  px <= 0 ? null : (
    <tr>
      <td style={{ height: px, padding: 0, border: 0 }} />
    </tr>
  );
