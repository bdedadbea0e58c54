/** A request to bring a row into view; each new object is a new request. */
export interface Reveal {
  readonly number: number;
  /** In the middle of the window, anywhere in it, or so many pixels below its top. */
  readonly align: "centre" | "nearest" | number;
}

/** The place in a window for a row that another view has at the height `screenY`: the same one if the window has it. */
export function placeAt(screenY: number | undefined, window: Element | null, rowPx: number): Reveal["align"] {
  if (screenY === undefined || window === null) return "centre";
  const topPx = screenY - window.getBoundingClientRect().top;
  return topPx >= 0 && topPx + rowPx <= window.clientHeight ? topPx : "centre";
}

/** The height at which a row is shown, or will be once it is brought into its window; undefined while it is not drawn. */
export function screenYOf(row: Element | null | undefined, window: Element | null): number | undefined {
  if (!row || window === null) return undefined;
  const { top, height } = row.getBoundingClientRect();
  const windowTop = window.getBoundingClientRect().top;
  return Math.max(windowTop, Math.min(top, windowTop + window.clientHeight - height));
}

/** Pixels to move the rows up so that a row gets to the requested place; 0 when it is there. */
export function shiftToReveal(
  { topPx, heightPx, viewportPx }: { topPx: number; heightPx: number; viewportPx: number },
  place: Reveal["align"],
): number {
  // A row taller than the window is shown from its beginning.
  if (heightPx >= viewportPx) return topPx;
  if (typeof place === "number") return topPx - place;
  if (place === "centre") return topPx - (viewportPx - heightPx) / 2;
  if (topPx < 0) return topPx;
  return Math.max(0, topPx + heightPx - viewportPx);
}
