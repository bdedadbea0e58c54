// Which rows of a long list are drawn, and where. One rule for rows of equal and of unknown height: the point that is
// some share of the way through the list stands the same share of the way down the window. Both ends meet exactly, and
// for equal heights this is how any list scrolls. Only rows in sight are ever measured.
export const rowPx = 18;

/** Browsers stop at about 17 to 33 million pixels; above this the scroll bar moves more rows per pixel. */
const maxHeightPx = 15_000_000;
const overscanRows = 12;

export interface Extent {
  readonly rows: number;
  readonly viewportPx: number;
  /** Rows may be taller than `rowPx`. */
  readonly uneven: boolean;
}

/** Height of what is scrolled. Rows of unknown height always leave room to scroll: their sum is not known. */
export function scrollHeightPx({ rows, viewportPx, uneven }: Extent): number {
  return Math.min(rows * rowPx + (uneven ? viewportPx : 0), maxHeightPx);
}

export interface Anchor {
  /** The row that is pinned, and the part of its height above the pinned point. */
  readonly index: number;
  readonly part: number;
  /** Where that point stands, from the top of the window. */
  readonly yPx: number;
}

/** The pinned point at a scroll position; `share` is 0 at the top and 1 at the bottom. */
export function anchorAt(share: number, { rows, viewportPx }: Extent): Anchor {
  const at = Math.min(Math.max(share, 0), 1) * rows;
  const index = Math.min(Math.floor(at), Math.max(rows - 1, 0));
  return { index, part: at - index, yPx: Math.min(Math.max(share, 0), 1) * viewportPx };
}

/** First and one-past-last row to draw around an anchor. */
export function drawnRange(anchor: Anchor, { rows, viewportPx }: Extent): readonly [number, number] {
  const above = Math.ceil(anchor.yPx / rowPx) + overscanRows;
  const below = Math.ceil((viewportPx - anchor.yPx) / rowPx) + overscanRows;
  return [Math.max(0, anchor.index - above), Math.min(rows, anchor.index + 1 + below)];
}

/** The share at which row `index` stands wholly in the window, whatever the heights: as far down in it as in the list. */
export function shareOfRow(index: number, { rows }: Extent): number {
  return rows <= 1 ? 0 : Math.min(Math.max(index / (rows - 1), 0), 1);
}

/**
 * The share that keeps `topRow` (a fraction allowed) at the top of the window while rows come or go below and above;
 * exact for equal heights. `seenRows`: how many rows the window shows at present.
 */
export function shareOfTopRow(topRow: number, seenRows: number, { rows }: Extent): number {
  return rows <= seenRows ? 0 : Math.min(Math.max(topRow / (rows - seenRows), 0), 1);
}

/** Drawn rows and the places in the page they take, counted from `base`: see `placesOf`. */
export interface RowPlaces {
  readonly base: number;
  readonly from: number;
  readonly to: number;
}

/** So many places there are: more than rows are ever drawn at once. */
const placeCount = 1024;

/**
 * Rows that stay in the window keep their place. Where none of them does, all begin anew at the first one: the elements
 * of the old rows are then written over in order, which takes a part of the time of taking them away and making others.
 * `from` and `to`: rows counted from the first one ever shown.
 */
export function placesOf(before: RowPlaces, from: number, to: number): RowPlaces {
  const stays = from < before.to && to > before.from;
  return { base: stays ? before.base : from, from, to };
}

/** The place of a drawn row, as a key. */
export function placeOf({ base }: RowPlaces, row: number): number {
  return (((row - base) % placeCount) + placeCount) % placeCount;
}
