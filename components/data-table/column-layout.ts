// Which columns a table shows, their order and widths, and the encoding of these in the URL.
import * as z from "zod/mini";
import type { Column } from "./column.ts";
import { columnLayoutTexts } from "./data-table-messages.ts";

/** A shown column; `widthPx` is set only where it differs from the default. */
export interface ColumnSetting {
  readonly id: string;
  readonly widthPx?: number | undefined;
}

/** Bounds of a column's width. */
export const columnWidthPx = { min: 48, max: 1200 } as const;
const maxColumns = 40;

const escaped = (id: string) => id.replace(/[%,~]/g, encodeURIComponent).replaceAll("~", "%7E");
const unescaped = (text: string) =>
  text.replace(/%(25|2C|7E)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** `status,action_name~180`: ids in display order, each with its width in pixels where it was changed. */
export function encodeColumnSettings(places: readonly ColumnSetting[]): string {
  return places
    .map(({ id, widthPx }) => `${escaped(id)}${widthPx === undefined ? "" : `~${widthPx}`}`)
    .join(",");
}

/** Inverse of `encodeColumnSettings`; validates nothing. */
export function decodeColumnSettings(text: string): ColumnSetting[] {
  return text.split(",").map((entry) => {
    const [id = "", width] = entry.split("~");
    return width === undefined ? { id: unescaped(id) } : { id: unescaped(id), widthPx: Number(width) };
  });
}

const distinct = (places: readonly ColumnSetting[]) =>
  new Set(places.map(({ id }) => id)).size === places.length;

/** A query parameter that holds a column layout. */
export const columnSettingsParameter = z.codec(
  z.string().check(z.minLength(1), z.maxLength(2000)),
  z
    .array(
      z.object({
        id: z.string().check(z.minLength(1)),
        widthPx: z.optional(z.int().check(z.minimum(columnWidthPx.min), z.maximum(columnWidthPx.max))),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxColumns), z.refine(distinct, columnLayoutTexts.namesAColumnTwice)),
  { decode: decodeColumnSettings, encode: encodeColumnSettings },
);

/**
 * Applies a setting to its column: an explicit width wins, and a chosen column is not hidden in narrow
 * tables.
 */
export function placed<Row>(column: Column<Row>, { widthPx }: ColumnSetting): Column<Row> {
  const chosen = { ...column, hideWhenNarrow: false };
  return widthPx === undefined ? chosen : { ...chosen, width: `${widthPx}px` };
}

/** `places` with a column appended or removed. The last one is never removed. */
export function toggleColumn(places: readonly ColumnSetting[], id: string): readonly ColumnSetting[] {
  const without = places.filter((place) => place.id !== id);
  if (without.length === places.length) return [...places, { id }];
  return without.length === 0 ? places : without;
}

/** `places` with a column moved by one position towards the start (-1) or the end (1). */
export function moveColumn(
  places: readonly ColumnSetting[],
  id: string,
  by: 1 | -1,
): readonly ColumnSetting[] {
  const from = places.findIndex((place) => place.id === id);
  const [moved, other] = [places[from], places[from + by]];
  if (moved === undefined || other === undefined) return places;
  return places.map((place) => (place === moved ? other : place === other ? moved : place));
}

/** `places` with the width of a column set; undefined restores the default. */
export function setColumnWidth(
  places: readonly ColumnSetting[],
  id: string,
  widthPx: number | undefined,
): readonly ColumnSetting[] {
  return places.map((place) =>
    place.id === id ? { id, ...(widthPx === undefined ? {} : { widthPx }) } : place,
  );
}
