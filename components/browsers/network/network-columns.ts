/** How requests are laid out, by the width of the pane. `stacked`: two lines each, without a waterfall. */
export type TableLayout = "stacked" | "narrow" | "wide";

const stackedBelowPx = 480;
const wideFromPx = 620;

export function tableLayout(paneWidthPx: number): TableLayout {
  if (paneWidthPx < stackedBelowPx) return "stacked";
  return paneWidthPx < wideFromPx ? "narrow" : "wide";
}

export const rowPx = { stacked: 46, narrow: 31, wide: 31 } as const satisfies Record<TableLayout, number>;
/** As high as the names of the columns of a log beside it. */
export const headPx = 25;

type Column = "request" | "name" | "method" | "status" | "type" | "size" | "time" | "waterfall";

/** Columns with their width in pixels; the name has what is left. */
export const columnsOf: Readonly<Record<TableLayout, readonly (readonly [Column, number | undefined])[]>> = {
  stacked: [["request", undefined]],
  narrow: [
    ["name", undefined],
    ["method", 56],
    ["status", 78],
    ["size", 72],
    ["time", 78],
    ["waterfall", 92],
  ],
  wide: [
    ["name", undefined],
    ["method", 62],
    ["status", 80],
    ["type", 84],
    ["size", 76],
    ["time", 84],
    ["waterfall", 150],
  ],
};
