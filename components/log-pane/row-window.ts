// Which rows of a long list are rendered, and where. One rule for rows of equal and of unknown height: the
// point at some fraction of the list is pinned at the same fraction of the window's height. Both ends match
// exactly, and for equal heights this is ordinary scrolling. Only rows in view are ever measured.
export const rowPx = 18;

/**
 * Browsers limit an element's height to about 17 to 33 million pixels; above this value the scroll bar moves
 * more rows per pixel.
 */
const maxHeightPx = 15_000_000;
/** Rows that are rendered beyond each end of the window, for the frame in which it is scrolled. */
const overscanRows = 6;

export interface Extent {
  readonly rows: number;
  readonly viewportPx: number;
  /** Rows may be taller than `rowPx`. */
  readonly uneven: boolean;
}

/**
 * Height of the scrolled content. Rows of unknown height always leave something to scroll: their sum is
 * unknown.
 */
export function scrollHeightPx({ rows, viewportPx, uneven }: Extent): number {
  return Math.min(rows * rowPx + (uneven ? viewportPx : 0), maxHeightPx);
}

export interface Anchor {
  /** The pinned row, and the fraction of its height above the pinned point. */
  readonly index: number;
  readonly part: number;
  /** Position of the pinned point from the top of the window. */
  readonly yPx: number;
}

/** The pinned point at a scroll position; `share` is 0 at the top and 1 at the bottom. */
export function anchorAt(share: number, { rows, viewportPx }: Extent): Anchor {
  const at = Math.min(Math.max(share, 0), 1) * rows;
  const index = Math.min(Math.floor(at), Math.max(rows - 1, 0));
  return { index, part: at - index, yPx: Math.min(Math.max(share, 0), 1) * viewportPx };
}

/** First and one-past-last row to render around an anchor, with `beyondRows` at each end of the window. */
export function drawnRange(
  anchor: Anchor,
  { rows, viewportPx }: Extent,
  beyondRows: number = overscanRows,
): readonly [number, number] {
  const above = Math.ceil(anchor.yPx / rowPx) + beyondRows;
  const below = Math.ceil((viewportPx - anchor.yPx) / rowPx) + beyondRows;
  return [Math.max(0, anchor.index - above), Math.min(rows, anchor.index + 1 + below)];
}

/** The share at which row `index` is fully in the window, whatever the heights: its fraction of the list. */
export function shareOfRow(index: number, { rows }: Extent): number {
  return rows <= 1 ? 0 : Math.min(Math.max(index / (rows - 1), 0), 1);
}

/**
 * The share that keeps `topRow` (may be fractional) at the top of the window while rows are added or removed
 * below and above; exact for equal heights. `visibleRows`: how many rows the window shows at present.
 */
function shareOfTopRow(topRow: number, visibleRows: number, { rows }: Extent): number {
  return rows <= visibleRows ? 0 : Math.min(Math.max(topRow / (rows - visibleRows), 0), 1);
}

/** How rows were last drawn. */
export interface DrawnBefore {
  readonly topPx: number;
  readonly rows: number;
  readonly evictedRows: number;
  readonly following: boolean;
}

/** The share that keeps the visible rows in place after rows were added below them or evicted above them. */
export function shareThatKeepsRows(
  before: DrawnBefore,
  evictedRows: number,
  visibleRows: number,
  extent: Extent,
): number {
  const scrollablePx = scrollHeightPx({ ...extent, rows: before.rows }) - extent.viewportPx;
  const share = before.following || scrollablePx <= 0 ? 1 : before.topPx / scrollablePx;
  const topRow = share * Math.max(0, before.rows - visibleRows) - (evictedRows - before.evictedRows);
  return shareOfTopRow(topRow, visibleRows, extent);
}

/** Number of slots: more than rows are ever rendered at once. */
const slotCount = 1024;

/**
 * The slots of rendered rows in the page, used as their keys. Rows that stay in the window keep their slot. Where none
 * does, slots restart at the first: the elements of the old rows are reused in order, which is much faster than
 * replacing them.
 */
export class RowSlots {
  #base = 0;
  #from = 0;
  #to = 0;

  /** Sets the rendered rows, counted from the first one ever shown. */
  move(from: number, to: number): void {
    if (from >= this.#to || to <= this.#from) this.#base = from;
    this.#from = from;
    this.#to = to;
  }

  of(row: number): number {
    return (((row - this.#base) % slotCount) + slotCount) % slotCount;
  }
}
