"use client";

import { type PointerEvent, useState } from "react";
import { chartMargin, valueAxisWidthPx } from "./axes.ts";
import { type BrushRange, clampedRange, minBrushShare, spanOf } from "./brush-range.ts";

/**
 * Selects a time range by dragging the mouse across a drawing: handlers for the element that is as wide as
 * the drawing, and the current range. Touch scrolls the page as usual.
 */
export function useDragZoom({
  fromMs,
  toMs,
  onZoom,
}: {
  /** Bounds of the time axis, in epoch milliseconds. */
  fromMs: number;
  toMs: number;
  onZoom: ((fromMs: number, toMs: number) => void) | undefined;
}) {
  const [drag, setDrag] = useState<{ anchor: number; part: BrushRange }>();
  const chosen = drag !== undefined && drag.part.to - drag.part.from >= minBrushShare ? drag.part : undefined;

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (onZoom === undefined || event.button !== 0 || event.pointerType !== "mouse") return;
    const anchor = positionOf(event);
    if (anchor >= 0 && anchor <= 1) setDrag({ anchor, part: { from: anchor, to: anchor } });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag === undefined) return;
    // The button was released outside, before the pointer was captured.
    if (event.buttons === 0) return setDrag(undefined);
    const part = clampedRange(drag.anchor, positionOf(event));
    // Captures late: a click stays a click, and the tooltip works until the range is long enough.
    if (part.to - part.from >= minBrushShare) event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ ...drag, part });
  };
  const end = (completed: boolean) => {
    setDrag(undefined);
    if (!completed || chosen === undefined) return;
    const span = spanOf(chosen, fromMs, toMs);
    onZoom?.(span.fromMs, span.toMs);
  };
  return {
    chosen: chosen === undefined ? undefined : spanOf(chosen, fromMs, toMs),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  };
}

/** Position of the pointer on the time axis: 0 is its beginning, 1 its end. */
function positionOf({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
  const box = currentTarget.getBoundingClientRect();
  const left = box.left + chartMargin.left + valueAxisWidthPx;
  const widthPx = box.right - chartMargin.right - left;
  return widthPx <= 0 ? 0 : (clientX - left) / widthPx;
}
