// The drawn rows as their columns show them. To read a line costs more than to draw it: it is done once, not with each
// drawing.
import { visibleText } from "@/lib/format/ansi";
import { type JsonLine, readJsonLine } from "@/lib/format/json-line";
import { type LineParts, readLineParts } from "@/lib/format/line-parts";
import type { LogRow } from "@/lib/live/log-chunk";
import type { LogStore } from "@/lib/live/log-store";

export interface ReadLine {
  readonly kind: "line";
  readonly row: Extract<LogRow, { kind: "line" }>;
  /** Its visible text. */
  readonly visible: string;
  readonly json: JsonLine | undefined;
  /** Undefined: the whole text is message. */
  readonly parts: LineParts | undefined;
}

export type ReadRow = ReadLine | { readonly kind: "other"; readonly row: Exclude<LogRow, { kind: "line" }> };

function readRow(row: LogRow): ReadRow {
  if (row.kind !== "line") return { kind: "other", row };
  const visible = visibleText(row.text);
  const json = readJsonLine(visible);
  return { kind: "line", row, visible, json, parts: readLineParts(visible, json, row.level) };
}

/** The rows drawn last, read. The content of a row number never changes. */
export class ReadRows {
  #store: LogStore | undefined;
  #rows: ReadonlyMap<number, ReadRow> = new Map();

  /** Reads the rows of these numbers that are not read yet, and drops all others. */
  read(store: LogStore, numbers: readonly number[]): ReadonlyMap<number, ReadRow> {
    const before = store === this.#store ? this.#rows : undefined;
    const rows = new Map<number, ReadRow>();
    for (const number of numbers) {
      const known = before?.get(number);
      const row = known === undefined ? store.row(number) : undefined;
      if (known !== undefined) rows.set(number, known);
      else if (row !== undefined) rows.set(number, readRow(row));
    }
    this.#store = store;
    this.#rows = rows;
    return rows;
  }
}
