"use client";

import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { paces } from "@/lib/paces";
import { columnWidthPx } from "./column-layout.ts";
import { columnResizerTexts } from "./data-table-messages.ts";

const stepPx = 8;
const bigStepPx = 40;

const bounded = (widthPx: number) =>
  Math.round(Math.min(columnWidthPx.max, Math.max(columnWidthPx.min, widthPx)));

/**
 * The edge of a header cell, moved by drag or arrow keys. `onDraft` is called with each move, `onSettle` with
 * the final width; undefined is the default width (double click, or Enter).
 */
export function ColumnResizer({
  header,
  widthPx,
  onDraft,
  onSettle,
}: {
  header: string;
  /** The current width; undefined until it was measured. */
  widthPx: number | undefined;
  onDraft: (widthPx: number) => void;
  onSettle: (widthPx: number | undefined) => void;
}) {
  const drag = useRef<{ fromX: number; fromPx: number; atPx: number }>(undefined);
  /** The width that keys have reached, until it is settled: two keys may come before the first one's width is drawn. */
  const reachedPx = useRef<number>(undefined);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);

  const drawnWidth = (edge: HTMLElement) => edge.closest("th")?.getBoundingClientRect().width ?? 0;

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.shiftKey ? bigStepPx : stepPx;
    const now = reachedPx.current ?? widthPx ?? drawnWidth(event.currentTarget);
    const next = {
      ArrowLeft: now - by,
      ArrowRight: now + by,
      Home: columnWidthPx.min,
      End: columnWidthPx.max,
    }[event.key];
    if (next === undefined && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(settling.current);
    const to = next === undefined ? undefined : bounded(next);
    reachedPx.current = to;
    if (to === undefined) return onSettle(undefined);
    onDraft(to);
    settling.current = setTimeout(() => {
      reachedPx.current = undefined;
      onSettle(to);
    }, paces.rest.columnMs);
  };

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const fromPx = drawnWidth(event.currentTarget);
    drag.current = { fromX: event.clientX, fromPx, atPx: fromPx };
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current === undefined) return;
    drag.current.atPx = bounded(drag.current.fromPx + event.clientX - drag.current.fromX);
    onDraft(drag.current.atPx);
  };
  const letGo = () => {
    const done = drag.current;
    drag.current = undefined;
    if (done !== undefined && Math.abs(done.atPx - done.fromPx) >= 1) onSettle(done.atPx);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between columns cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={columnResizerTexts.widthOf(header)}
      aria-valuemin={columnWidthPx.min}
      aria-valuemax={columnWidthPx.max}
      aria-valuenow={Math.round(widthPx ?? columnWidthPx.min)}
      aria-valuetext={
        widthPx === undefined ? columnResizerTexts.default : columnResizerTexts.pixels(Math.round(widthPx))
      }
      tabIndex={0}
      title={columnResizerTexts.resizeHint}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={() => onSettle(undefined)}
      className="group/edge absolute inset-y-0 right-0 flex w-2.5 cursor-col-resize touch-none justify-end focus-inset max-sm:hidden"
    >
      <span className="w-px bg-transparent group-hover/edge:bg-line-control group-active/edge:bg-accent" />
    </div>
  );
}
