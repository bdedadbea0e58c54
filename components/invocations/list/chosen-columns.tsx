"use client";

import { useCallback, useMemo } from "react";
import type { Column } from "@/components/data-table/column";
import {
  type ColumnSetting,
  decodeColumnSettings,
  encodeColumnSettings,
  placed,
  setColumnWidth,
} from "@/components/data-table/column-layout";
import type { UrlQuery } from "@/components/layout/use-url-query";
import type { Invocation } from "@/lib/contract/invocations";
import { formatJsonPath, type JsonStep, parseJsonPath } from "@/lib/format/json-path";
import { namedColumns, usualColumns } from "./invocation-columns.tsx";
import { chosenColumnsTexts } from "./invocation-list-messages.ts";
import type { InvocationSearchParams } from "./invocation-search-params.ts";
import { JsonCell } from "./json-cell.tsx";
import { type JsonSource, jsonSources } from "./json-source.ts";

/** The default layout. */
export const defaultColumnSettings: readonly ColumnSetting[] = usualColumns.map(({ id }) => ({ id }));

/** Id of the column for a path in payload or output: `payload$.cart.items[0].sku`. */
export const pathColumnId = (source: JsonSource, steps: readonly JsonStep[]): string =>
  `${source}${formatJsonPath(steps)}`;

function pathColumn(id: string): Column<Invocation> | undefined {
  const source = jsonSources.find((each) => id.startsWith(`${each}$`));
  if (source === undefined) return undefined;
  const path = id.slice(source.length);
  const read = parseJsonPath(path);
  if (read.kind === "fault") return undefined;
  return {
    id,
    header: path,
    hint: chosenColumnsTexts.pathOfSource(path, source),
    width: "11rem",
    card: "note",
    cardLabel: true,
    mono: true,
    cell: (row) => <JsonCell row={row} source={source} steps={read.steps} />,
  };
}

const named = new Map(namedColumns.map((column) => [column.id, column]));

/** The column with this id; undefined if there is none. */
export const columnOf = (id: string): Column<Invocation> | undefined => named.get(id) ?? pathColumn(id);

/** The columns of a layout, and its unknown ids as ignored parameters. */
function chosenColumns(places: readonly ColumnSetting[] | undefined): {
  columns: readonly Column<Invocation>[];
  ignored: UrlQuery<unknown>["ignored"];
} {
  if (places === undefined) return { columns: usualColumns, ignored: [] };
  const columns = places.flatMap((place) => {
    const column = columnOf(place.id);
    return column === undefined ? [] : [placed(column, place)];
  });
  const ignored = places
    .filter(({ id }) => columnOf(id) === undefined)
    .map(({ id }) => ({ path: "query.cols", message: chosenColumnsTexts.thereIsNoColumn(id) }));
  return { columns: columns.length === 0 ? usualColumns : columns, ignored };
}

/** The columns of the layout in the address; memoized by its text, because parsing creates a new array each time. */
export function useChosenColumns(
  cols: readonly ColumnSetting[] | undefined,
  set: UrlQuery<Pick<InvocationSearchParams, "cols">>["set"],
) {
  const layout = cols === undefined ? "" : encodeColumnSettings(cols);
  const chosen = useMemo(
    () => chosenColumns(layout === "" ? undefined : decodeColumnSettings(layout)),
    [layout],
  );
  const widen = useCallback(
    (columnId: string, widthPx: number | undefined) =>
      set({ cols: [...setColumnWidth(cols ?? defaultColumnSettings, columnId, widthPx)] }, "replace"),
    [set, cols],
  );
  return { ...chosen, widen };
}
