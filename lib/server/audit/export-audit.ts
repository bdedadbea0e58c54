// The audit as lines, oldest first, for other programs.
import { isoTime } from "../../clock.ts";
import { withoutFormulas } from "../../format/without-formulas.ts";
import type { Database } from "../db/database.ts";
import type { AuditRow } from "./audit-chain.ts";

const rowsPerPage = 1000;

/** All rows, read page by page. */
export async function* exportRows(db: Database): AsyncGenerator<AuditRow> {
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom("audit")
      .selectAll()
      .where("seq", ">", after)
      .orderBy("seq")
      .limit(rowsPerPage)
      .execute();
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

const columns = [
  ...(["seq", "at_ms", "actor", "role", "ip", "request_id", "action", "target", "phase", "status"] as const),
  ...(["code", "reason", "count", "previous_hash", "hash", "target_name", "batch_id"] as const),
];

/** The text of a cell, without formulas (T42), quoted by RFC 4180. */
export function csvCell(value: string | number | null): string {
  const safe = typeof value === "string" ? withoutFormulas(value) : String(value ?? "");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV, of cells as `csvCell` returns them. */
export const csvLineOf = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;

/** The first line of a CSV: the columns, of which `at` is the time in UTC. */
export const csvHeader: string = csvLineOf(["at", ...columns]);

/** A row of a CSV. */
export const csvLine = (row: AuditRow): string =>
  csvLineOf([isoTime(row.at_ms), ...columns.map((column) => csvCell(row[column]))]);
