"use client";

import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { brushWithin, movedBrush, shareOf, type TimeRange } from "./time-range.ts";

export type Grip = "from" | "to" | "both";

interface Drag {
  grip: Grip | "new";
  plot: DOMRect;
  startPx: number;
  startMs: number;
  before: TimeRange;
  moved: boolean;
  draft: TimeRange | undefined;
}

/** Less than this is a click. */
const clickPx = 4;

const gripOf = (element: Element): Grip | undefined => {
  switch (element.closest("[data-grip]")?.getAttribute("data-grip")) {
    case "from":
      return "from";
    case "to":
      return "to";
    case "both":
      return "both";
    default:
      return undefined;
  }
};

/**
 * The brush over all lanes. While it is dragged only two variables of the board's style and one text change: the lanes
 * are not drawn anew. It is handed on when it is let go, and at each key.
 */
export function useBrush({
  board,
  readout,
  range,
  brush,
  words,
  onBrush,
}: {
  board: RefObject<HTMLElement | null>;
  /** Says where the brush is while it moves. */
  readout: RefObject<HTMLElement | null>;
  range: TimeRange;
  brush: TimeRange | undefined;
  words: (brush: TimeRange | undefined) => string;
  onBrush: (brush: TimeRange | undefined, history: "push" | "replace") => void;
}) {
  const drag = useRef<Drag>(undefined);

  const show = (at: TimeRange | undefined) => {
    const style = board.current?.style;
    style?.setProperty("--brush-from", `${shareOf(range, at?.fromMs ?? range.fromMs) * 100}%`);
    style?.setProperty("--brush-to", `${shareOf(range, at?.toMs ?? range.toMs) * 100}%`);
    board.current?.toggleAttribute("data-brushed", at !== undefined);
    if (readout.current !== null) readout.current.textContent = words(at);
  };
  useLayoutEffect(() => {
    if (drag.current === undefined) show(brush);
  });

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const plot = event.target.closest("[data-plot]")?.getBoundingClientRect();
    if (plot === undefined || plot.width === 0) return;
    const startMs = momentAt(range, plot, event.clientX);
    const grip = gripOf(event.target) ?? "new";
    drag.current = {
      ...{ grip, plot, startMs, startPx: event.clientX, moved: false, draft: undefined },
      before: brush ?? range,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (now === undefined) return;
    if (!now.moved && Math.abs(event.clientX - now.startPx) < clickPx) return;
    now.moved = true;
    now.draft = draftOf(range, now, momentAt(range, now.plot, event.clientX));
    show(now.draft);
  };

  const end = (kept: boolean) => {
    const now = drag.current;
    if (now === undefined) return;
    drag.current = undefined;
    if (kept && now.draft !== undefined) onBrush(now.draft, "push");
    else if (kept && now.grip === "new" && brush !== undefined) onBrush(undefined, "push");
    else show(brush);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && (brush !== undefined || drag.current !== undefined)) {
      event.preventDefault();
      drag.current = undefined;
      show(undefined);
      return onBrush(undefined, "replace");
    }
    const grip = event.target instanceof Element ? gripOf(event.target) : undefined;
    const next = grip && steppedBrush(range, brush ?? range, grip, event);
    if (next === undefined) return;
    event.preventDefault();
    onBrush(next, "replace");
  };

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
    onKeyDown,
  };
}

const momentAt = ({ fromMs, toMs }: TimeRange, plot: DOMRect, clientX: number) =>
  fromMs + Math.min(1, Math.max(0, (clientX - plot.left) / plot.width)) * (toMs - fromMs);

function draftOf(range: TimeRange, { grip, startMs, before }: Drag, atMs: number): TimeRange {
  switch (grip) {
    case "new":
      return brushWithin(range, startMs, atMs);
    case "from":
      return brushWithin(range, atMs, before.toMs);
    case "to":
      return brushWithin(range, before.fromMs, atMs);
    case "both":
      return movedBrush(range, before, atMs - startMs);
  }
}

/** Where a key takes the brush: a hundredth of the range, a tenth with Shift, Home and End to its ends. */
export function steppedBrush(
  range: TimeRange,
  brush: TimeRange,
  grip: Grip,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): TimeRange | undefined {
  const span = range.toMs - range.fromMs;
  const step = span / (shiftKey ? 10 : 100);
  const by = new Map([
    ["ArrowLeft", -step],
    ["ArrowDown", -step],
    ["ArrowRight", step],
    ["ArrowUp", step],
    ["PageDown", -span / 10],
    ["PageUp", span / 10],
    ["Home", -span],
    ["End", span],
  ]).get(key);
  if (by === undefined) return undefined;
  switch (grip) {
    case "both":
      return movedBrush(range, brush, by);
    case "from":
      return brushWithin(range, Math.min(brush.fromMs + by, brush.toMs), brush.toMs);
    case "to":
      return brushWithin(range, brush.fromMs, Math.max(brush.toMs + by, brush.fromMs));
  }
}
