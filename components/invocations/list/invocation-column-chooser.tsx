"use client";

import { ColumnChooser } from "@/components/data-table/column-chooser";
import type { ColumnSetting } from "@/components/data-table/column-layout";
import type { Invocation } from "@/lib/contract/invocations";
import { AddColumn } from "./add-column.tsx";
import { columnOf, defaultColumnSettings } from "./chosen-columns.tsx";
import { deploymentOf, namedColumns } from "./invocation-columns.tsx";

/** Chooses the table's columns: the named ones, and those for paths in payload or output. */
export function InvocationColumnChooser({
  places,
  rows,
  onChange,
}: {
  /** Undefined: the default layout. */
  places: readonly ColumnSetting[] | undefined;
  rows: readonly Invocation[];
  onChange: (places: readonly ColumnSetting[] | undefined) => void;
}) {
  const now = places ?? defaultColumnSettings;
  const own = now.flatMap(({ id }) => {
    if (namedColumns.some((column) => column.id === id)) return [];
    const column = columnOf(id);
    return column === undefined ? [] : [{ id, header: column.header, own: true }];
  });
  const offered = namedColumns.filter(
    ({ id }) =>
      id !== "deployment_id" ||
      now.some((place) => place.id === id) ||
      rows.some((row) => deploymentOf(row) !== undefined),
  );
  return (
    <ColumnChooser
      choices={[...offered, ...own]}
      places={now}
      onChange={onChange}
      onReset={places === undefined ? undefined : () => onChange(undefined)}
    >
      <AddColumn
        rows={rows}
        taken={(id) => now.some((place) => place.id === id)}
        onAdd={(id) => onChange([...now, { id }])}
      />
    </ColumnChooser>
  );
}
