"use client";

import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { brushWithin, minMs, movedBrush, shareOf, type TimeRange } from "@/lib/charts/time-range";

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

/** A shorter drag is a click. */
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
 * The brush over all lanes (`data-plot`), with grips (`brush-grip.ts`). During a drag only two CSS variables of the board
 * and one text change: the lanes are not rendered again. The result is reported at the end of a drag, and at each key.
 * Links and buttons on the lanes stay such.
 */
export function useBrush({
  board,
  readout,
  range,
  brush,
  leastMs = minMs(range),
  onBrush,
}: {
  board: RefObject<HTMLElement | null>;
  /** Shows the brush's range, also while it moves. */
  readout?: {
    readonly ref: RefObject<HTMLElement | null>;
    readonly text: (brush: TimeRange | undefined) => string;
  };
  range: TimeRange;
  brush: TimeRange | undefined;
  /** The minimum width of a brush. */
  leastMs?: number;
  onBrush: (brush: TimeRange | undefined, history: "push" | "replace") => void;
}) {
  const drag = useRef<Drag>(undefined);

  const show = (at: TimeRange | undefined) => {
    const style = board.current?.style;
    style?.setProperty("--brush-from", `${shareOf(range, at?.fromMs ?? range.fromMs) * 100}%`);
    style?.setProperty("--brush-to", `${shareOf(range, at?.toMs ?? range.toMs) * 100}%`);
    board.current?.toggleAttribute("data-brushed", at !== undefined);
    const element = readout?.ref.current;
    if (element) element.textContent = readout?.text(at) ?? "";
  };
  useLayoutEffect(() => {
    if (drag.current === undefined) show(brush);
  });

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    if (event.target.closest("a, button") !== null) return;
    const plot = event.target.closest("[data-plot]")?.getBoundingClientRect();
    if (plot === undefined || plot.width === 0) return;
    const startMs = momentAt(range, plot, event.clientX);
    const grip = gripOf(event.target) ?? "new";
    drag.current = {
      grip,
      plot,
      startMs,
      startPx: event.clientX,
      moved: false,
      draft: undefined,
      before: brush ?? range,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (now === undefined) return;
    if (!now.moved && Math.abs(event.clientX - now.startPx) < clickPx) return;
    now.moved = true;
    now.draft = draftOf(range, now, momentAt(range, now.plot, event.clientX), leastMs);
    show(now.draft);
  };

  const end = (completed: boolean) => {
    const now = drag.current;
    if (now === undefined) return;
    drag.current = undefined;
    if (completed && now.draft !== undefined) onBrush(now.draft, "push");
    else if (completed && now.grip === "new" && brush !== undefined) onBrush(undefined, "push");
    else show(brush);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A dialog that was opened from a lane is elsewhere in the document.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    if (event.key === "Escape" && (brush !== undefined || drag.current !== undefined)) {
      event.preventDefault();
      drag.current = undefined;
      show(undefined);
      return onBrush(undefined, "replace");
    }
    const grip = event.target instanceof Element ? gripOf(event.target) : undefined;
    const next = grip && steppedBrush(range, brush ?? range, grip, event, { leastMs });
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

function draftOf(
  range: TimeRange,
  { grip, startMs, before }: Drag,
  atMs: number,
  leastMs: number,
): TimeRange {
  switch (grip) {
    case "new":
      return brushWithin(range, startMs, atMs, leastMs);
    case "from":
      return brushWithin(range, atMs, before.toMs, leastMs);
    case "to":
      return brushWithin(range, before.fromMs, atMs, leastMs);
    case "both":
      return movedBrush(range, before, atMs - startMs);
  }
}

/** The brush after a key: an arrow moves by `stepShare` of the range, a tenth with Shift, Home and End to its ends.
 *  Undefined for other keys. */
export function steppedBrush(
  range: TimeRange,
  brush: TimeRange,
  grip: Grip,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { leastMs = minMs(range), stepShare = 0.01 } = {},
): TimeRange | undefined {
  const span = range.toMs - range.fromMs;
  const step = shiftKey ? span / 10 : span * stepShare;
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
      return brushWithin(range, Math.min(brush.fromMs + by, brush.toMs - leastMs), brush.toMs, leastMs);
    case "to":
      return brushWithin(range, brush.fromMs, Math.max(brush.toMs + by, brush.fromMs), leastMs);
  }
}
