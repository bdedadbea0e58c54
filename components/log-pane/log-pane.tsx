"use client";

import { ArrowDownToLine } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/toast";
import { isTyping } from "@/components/ui/typing";
import type { LogFeed } from "@/lib/live/log-feed";
import { FindBar } from "./find-bar.tsx";
import { LogRowView } from "./log-row.tsx";
import { LogToolbar, type PaneLook } from "./log-toolbar.tsx";
import { type FormatTime, rowText, stateText } from "./row-text.ts";
import { useFind } from "./use-find.ts";
import { rowHeightPx, useFollow } from "./use-follow.ts";
import { useLog } from "./use-log.ts";

const overscanRows = 20;
/** Wrapped rows have heights of their own and are drawn whole: so many of the newest. */
const wrappedRows = 2_000;

/** One log, followed live: rows are virtual, nothing of the text is ever markup, a break is a row. */
export function LogPane({
  title,
  feed,
  formatTime,
  controls,
  fileName,
}: {
  title: string;
  /** Another object is another log. */
  feed: LogFeed;
  formatTime: FormatTime;
  /** Beside the title: the choice of the source. */
  controls?: ReactNode;
  /** Name of a download, without ending. */
  fileName: string;
}) {
  const { store, state, drawing, redraw } = useLog(feed);
  const box = useRef<HTMLDivElement>(null);
  const find = useFind(store, drawing, redraw);
  const [look, setLook] = useState<PaneLook>({ wrap: false, withTime: true, full: false });
  const { following, newCount, view, pause, follow, onScroll } = useFollow(box, {
    drawing,
    endRow: store.endRow,
    firstRow: store.firstRow,
  });

  const { search, only } = find;
  const count = only && search ? search.shownCount : store.endRow - store.firstRow;
  const rowAt = (index: number) => (only && search ? search.shown(index) : store.firstRow + index);
  const indexOf = (row: number) => (only && search ? search.shownBefore(row) : row - store.firstRow);

  const step = (by: 1 | -1) => {
    const found = find.step(by);
    if (found === undefined) return;
    pause();
    box.current?.scrollTo({ top: Math.max(0, indexOf(found) * rowHeightPx - view.heightPx / 2) });
  };
  const text = () => {
    const rows: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const number = rowAt(index);
      const row = number === undefined ? undefined : store.row(number);
      if (row) rows.push(rowText(row, formatTime));
    }
    return rows.join("\n");
  };
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => notify.done(`${count.toLocaleString("en")} rows copied`),
      () => notify.failed("Not copied", "The browser refused access to the clipboard."),
    );
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${text()}\n`], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: url, download: `${fileName}.log` }).click();
    URL.revokeObjectURL(url);
  };
  const togglePause = () => (following ? pause() : follow());
  const keys = new Map<string, () => void>([
    [" ", togglePause],
    ["w", () => setLook({ ...look, wrap: !look.wrap })],
    ["t", () => setLook({ ...look, withTime: !look.withTime })],
    ["f", () => setLook({ ...look, full: !look.full })],
    ["n", () => step(1)],
    ["N", () => step(-1)],
  ]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f") {
      event.preventDefault();
      find.open();
      return;
    }
    if (event.key === "Escape" && look.full) setLook({ ...look, full: false });
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // Space on a button presses that button.
    if (event.key === " " && event.target instanceof HTMLElement && event.target.closest("button")) return;
    const press = keys.get(event.key);
    if (!press) return;
    event.preventDefault();
    event.stopPropagation();
    press();
  };

  const first = look.wrap
    ? Math.max(0, count - wrappedRows)
    : Math.max(0, Math.min(count, Math.floor(view.topPx / rowHeightPx)) - overscanRows);
  const last = look.wrap
    ? count
    : Math.min(count, Math.ceil((view.topPx + view.heightPx) / rowHeightPx) + overscanRows);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => rowAt(first + index));

  return (
    <section
      aria-label={`Log ${title}`}
      className={`flex min-h-0 flex-1 flex-col bg-bg ${look.full ? "fixed inset-0 z-40" : ""}`}
      onKeyDown={onKeyDown}
    >
      <LogToolbar
        title={title}
        controls={controls}
        status={stateText(state, following)}
        following={following}
        look={look}
        onLook={setLook}
        onTogglePause={togglePause}
        onFind={find.open}
        onCopy={() => void copy()}
        onDownload={download}
        onClear={() => {
          store.clear();
          redraw();
        }}
      />
      {find.query ? (
        <FindBar
          find={find}
          onStep={step}
          onClose={() => {
            find.close();
            box.current?.focus();
          }}
        />
      ) : null}
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          role="log"
          aria-label={`Lines of ${title}`}
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          onScroll={onScroll}
          className="focus-inset absolute inset-0 overflow-auto font-mono text-label leading-[18px] [overflow-anchor:none]"
        >
          <div
            className={look.wrap ? "" : "min-w-max"}
            style={look.wrap ? {} : { height: count * rowHeightPx, paddingTop: first * rowHeightPx }}
          >
            {look.wrap && first > 0 ? (
              <p className="px-3 text-ink-3">wrapped: the newest {wrappedRows} rows</p>
            ) : null}
            {shown.map((number) => {
              const row = number === undefined ? undefined : store.row(number);
              if (!row) return null;
              const hit = !only && row.kind === "line" && find.matcher?.matches(row.text);
              return (
                <LogRowView
                  key={number}
                  row={row}
                  formatTime={formatTime}
                  withTime={look.withTime}
                  wrap={look.wrap}
                  mark={number === find.row ? "current" : hit ? "hit" : "none"}
                />
              );
            })}
          </div>
          {count === 0 ? (
            <p className="px-3 py-1.5 text-ink-3">{only ? "No line matches." : "No line yet."}</p>
          ) : null}
        </div>
        {following ? null : (
          <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
            <Button className="pointer-events-auto shadow-float" onClick={follow}>
              <ArrowDownToLine /> Paused · {newCount.toLocaleString("en")} new
            </Button>
          </div>
        )}
      </div>
      <p className="border-t border-line px-3 py-0.5 text-truth text-ink-3">
        {state.beginsAt === null
          ? "history begins with the first line seen"
          : `history begins at ${formatTime(state.beginsAt)}`}
        {store.goneLines > 0 ? ` · ${store.goneLines.toLocaleString("en")} older lines let go here` : ""}
        {` · ${store.lineCount.toLocaleString("en")} lines held`}
      </p>
    </section>
  );
}
