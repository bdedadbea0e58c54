/** A wish to see a row; a new object is a new wish. */
export interface Reveal {
  readonly number: number;
  /** In the middle of the window, or only somewhere in it. */
  readonly place: "centre" | "nearest";
}

/** How far the rows must move up so that a row stands where it is wished; 0 when it does. */
export function shiftToReveal(
  { topPx, heightPx, viewportPx }: { topPx: number; heightPx: number; viewportPx: number },
  place: Reveal["place"],
): number {
  // Of a row that is taller than the window the beginning is shown.
  if (heightPx >= viewportPx) return topPx;
  if (place === "centre") return topPx - (viewportPx - heightPx) / 2;
  if (topPx < 0) return topPx;
  return Math.max(0, topPx + heightPx - viewportPx);
}
