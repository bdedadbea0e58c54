"use client";

import { type PointerEvent, useState } from "react";
import { brushWithin, type TimeRange } from "@/lib/charts/time-range";
import { chartMargin, valueAxisWidthPx } from "./axes.ts";

/** A drag across less of the time is a click. */
export const leastZoomShare = 0.01;

/**
 * Selects a time range by dragging across an element: its handlers, and the current range. The element is as wide as a
 * chart, where only the mouse drags and touch scrolls the page as usual, or it is a `strip` as wide as the time alone.
 */
export function useDragZoom({
  range,
  strip = false,
  onZoom,
  onClick,
}: {
  range: TimeRange;
  strip?: boolean;
  onZoom: ((chosen: TimeRange) => void) | undefined;
  onClick?: () => void;
}) {
  // In shares of the time, because the range of live charts moves on.
  const [drag, setDrag] = useState<{ start: number; at: number }>();
  const chosenOf = ({ start, at }: { start: number; at: number }) => {
    if (Math.abs(at - start) < leastZoomShare) return undefined;
    const momentAt = (share: number) => range.fromMs + share * (range.toMs - range.fromMs);
    return brushWithin(range, momentAt(start), momentAt(at), 1);
  };
  const chosen = drag && chosenOf(drag);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (onZoom === undefined || event.button !== 0) return;
    const start = positionOf(event, strip);
    if (strip) event.currentTarget.setPointerCapture(event.pointerId);
    else if (event.pointerType !== "mouse" || start !== inside(start)) return;
    setDrag({ start: inside(start), at: inside(start) });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag === undefined) return;
    // The button was released outside, before the pointer was captured.
    if (event.buttons === 0) return setDrag(undefined);
    const moved = { ...drag, at: inside(positionOf(event, strip)) };
    // Captures late: a click stays a click, and the tooltip works until the range is long enough.
    if (chosenOf(moved) !== undefined) event.currentTarget.setPointerCapture(event.pointerId);
    setDrag(moved);
  };
  const onPointerUp = () => {
    setDrag(undefined);
    if (chosen !== undefined) onZoom?.(chosen);
    else if (drag !== undefined) onClick?.();
  };
  return {
    chosen,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => setDrag(undefined) },
  };
}

const inside = (share: number) => Math.min(1, Math.max(0, share));

/** Position of the pointer on the time axis: 0 is its beginning, 1 its end. */
function positionOf({ clientX, currentTarget }: PointerEvent<HTMLElement>, strip: boolean): number {
  const box = currentTarget.getBoundingClientRect();
  const left = box.left + (strip ? 0 : chartMargin.left + valueAxisWidthPx);
  const widthPx = box.right - (strip ? 0 : chartMargin.right) - left;
  return widthPx <= 0 ? 0 : (clientX - left) / widthPx;
}
