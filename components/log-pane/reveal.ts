/** A request to bring a row into view; each new object is a new request. */
export interface Reveal {
  readonly number: number;
  /** In the middle of the window, or anywhere in it. */
  readonly align: "centre" | "nearest";
}

/** Pixels to move the rows up so that a row gets to the requested place; 0 when it is there. */
export function shiftToReveal(
  { topPx, heightPx, viewportPx }: { topPx: number; heightPx: number; viewportPx: number },
  place: Reveal["align"],
): number {
  // A row taller than the window is shown from its beginning.
  if (heightPx >= viewportPx) return topPx;
  if (place === "centre") return topPx - (viewportPx - heightPx) / 2;
  if (topPx < 0) return topPx;
  return Math.max(0, topPx + heightPx - viewportPx);
}
