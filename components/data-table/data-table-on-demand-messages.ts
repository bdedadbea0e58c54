// Texts of tables, of what is loaded on demand.

export const columnChooserTexts = {
  oneColumnMustStay: "At least one column must stay.",
  remove: (header: string) => `Remove ${header}`,
  resizeHint: "To resize, drag a header's edge",
  alreadyDefault: "The columns are already the default.",
  reset: "Reset",
  move: (header: string, by: boolean) => `Move ${header} ${by ? "up" : "down"}`,
  firstOrLastColumn: (by: boolean) => `This is the ${by ? "first" : "last"} column.`,
  movedTo: ({ column, place, columns }: { column: string; place: number; columns: number }) =>
    `${column}: place ${place} of ${columns}`,
} as const;
