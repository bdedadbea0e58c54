"use client";

import { type PointerEvent, useState } from "react";
import { chartMargin, valueAxisWidthPx } from "./axes.ts";
import { type BrushPart, clampedPart, leastPart, spanOf } from "./brush-part.ts";

/**
 * Choosing a part of the time by dragging the mouse across a drawing, wherever it has points: handlers for the element
 * that is as wide as the drawing, and the part under way. Touch scrolls the page as everywhere.
 */
export function useDragZoom({
  fromMs,
  toMs,
  onZoom,
}: {
  /** Bounds of the axis of time, in epoch milliseconds. */
  fromMs: number;
  toMs: number;
  onZoom: ((fromMs: number, toMs: number) => void) | undefined;
}) {
  const [drag, setDrag] = useState<{ anchor: number; part: BrushPart }>();
  const chosen = drag !== undefined && drag.part.to - drag.part.from >= leastPart ? drag.part : undefined;

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (onZoom === undefined || event.button !== 0 || event.pointerType !== "mouse") return;
    const anchor = placeOf(event);
    if (anchor >= 0 && anchor <= 1) setDrag({ anchor, part: { from: anchor, to: anchor } });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag === undefined) return;
    // Let go outside, before it was held.
    if (event.buttons === 0) return setDrag(undefined);
    const part = clampedPart(drag.anchor, placeOf(event));
    // Only then, so that a click stays one, and the drawing reads out its values until it is no click.
    if (part.to - part.from >= leastPart) event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ ...drag, part });
  };
  const end = (kept: boolean) => {
    setDrag(undefined);
    if (!kept || chosen === undefined) return;
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

/** Where the pointer is on the axis of time: 0 is its beginning, 1 its end. */
function placeOf({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
  const box = currentTarget.getBoundingClientRect();
  const left = box.left + chartMargin.left + valueAxisWidthPx;
  const widthPx = box.right - chartMargin.right - left;
  return widthPx <= 0 ? 0 : (clientX - left) / widthPx;
}
