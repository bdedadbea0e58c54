// Which columns a table shows, in what order and how wide, and how an address carries that.
import * as z from "zod/mini";
import type { Column } from "./column.ts";

/** A column that is shown, and its width where it is not the usual one. */
export interface ColumnPlace {
  readonly id: string;
  readonly widthPx?: number | undefined;
}

/** What a column may be drawn to. */
export const columnWidthPx = { min: 48, max: 1200 } as const;
const maxColumns = 40;

const escaped = (id: string) => id.replace(/[%,~]/g, encodeURIComponent).replaceAll("~", "%7E");
const unescaped = (text: string) =>
  text.replace(/%(25|2C|7E)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** `status,action_name~180`: ids in order, each with its width in pixels where it has one of its own. */
export function encodePlaces(places: readonly ColumnPlace[]): string {
  return places
    .map(({ id, widthPx }) => `${escaped(id)}${widthPx === undefined ? "" : `~${widthPx}`}`)
    .join(",");
}

/** The other way round; nothing is checked here. */
export function decodePlaces(text: string): ColumnPlace[] {
  return text.split(",").map((entry) => {
    const [id = "", width] = entry.split("~");
    return width === undefined ? { id: unescaped(id) } : { id: unescaped(id), widthPx: Number(width) };
  });
}

const distinct = (places: readonly ColumnPlace[]) =>
  new Set(places.map(({ id }) => id)).size === places.length;

/** A query parameter that holds a layout. */
export const placesInAddress = z.codec(
  z.string().check(z.minLength(1), z.maxLength(2000)),
  z
    .array(
      z.object({
        id: z.string().check(z.minLength(1)),
        widthPx: z.optional(z.int().check(z.minimum(columnWidthPx.min), z.maximum(columnWidthPx.max))),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxColumns), z.refine(distinct, "names a column twice")),
  { decode: decodePlaces, encode: encodePlaces },
);

/** A column in its place: a width of its own counts, and what was chosen is not left out where it is narrow. */
export function placed<Row>(column: Column<Row>, { widthPx }: ColumnPlace): Column<Row> {
  const chosen = { ...column, hideWhenNarrow: false };
  return widthPx === undefined ? chosen : { ...chosen, width: `${widthPx}px` };
}

/** `places` with a column shown behind the others, or left out. The last one stays. */
export function togglePlace(places: readonly ColumnPlace[], id: string): readonly ColumnPlace[] {
  const without = places.filter((place) => place.id !== id);
  if (without.length === places.length) return [...places, { id }];
  return without.length === 0 ? places : without;
}

/** `places` with a column one place nearer to the front (-1) or the end (1). */
export function movePlace(places: readonly ColumnPlace[], id: string, by: 1 | -1): readonly ColumnPlace[] {
  const from = places.findIndex((place) => place.id === id);
  const [moved, other] = [places[from], places[from + by]];
  if (moved === undefined || other === undefined) return places;
  return places.map((place) => (place === moved ? other : place === other ? moved : place));
}

/** `places` with a column at that width; undefined: at its usual one. */
export function widenPlace(
  places: readonly ColumnPlace[],
  id: string,
  widthPx: number | undefined,
): readonly ColumnPlace[] {
  return places.map((place) =>
    place.id === id ? { id, ...(widthPx === undefined ? {} : { widthPx }) } : place,
  );
}
