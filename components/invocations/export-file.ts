// What an export holds: every field of the contract, in full. Written for spreadsheets (CSV) and programs (JSON).
import { type Invocation, invocation } from "@/lib/contract/invocations";
import { zonedRfc3339 } from "@/lib/format/zoned-rfc3339";
import type { BadItem } from "@/lib/queries/bff";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What was read for an export. */
export interface ExportRows {
  items: readonly Invocation[];
  /** What does not fit the API's description; in the JSON alone. */
  bad: readonly BadItem[];
  /** Whether these are all that were asked for. */
  complete: boolean;
}

export interface ExportFacts {
  /** Epoch milliseconds. */
  exportedAtMs: number;
  /** IANA name: the zone of the times of a CSV. */
  zone: string;
  filters: Readonly<Record<string, unknown>>;
}

/** The fields of an invocation, in the contract's order. */
const csvFields: readonly string[] = Object.keys(invocation.shape);
const timeFields: readonly string[] = ["started_at", "finished_at"];

/** A cell that a spreadsheet would take for a formula. Of many lines, too: the first character decides. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** One line per run below the names of the fields; formulas are defused with an apostrophe. */
export async function toCsv({ items }: ExportRows, { zone }: ExportFacts): Promise<string> {
  const { default: papa } = await import("papaparse");
  const data = items.map((item) => csvFields.map((field) => cell(field, Reflect.get(item, field), zone)));
  return papa.unparse({ fields: [...csvFields], data }, { escapeFormulae: formulaStart, newline: "\r\n" });
}

function cell(field: string, value: unknown, zone: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return JSON.stringify(value);
  return timeFields.includes(field) ? zonedRfc3339(value, zone) : value;
}

/** The API's own objects, untouched, with what they are beside them. */
export function toJson({ items, bad, complete }: ExportRows, facts: ExportFacts): string {
  const { exportedAtMs, zone, filters } = facts;
  return JSON.stringify(
    {
      exported_at: zonedRfc3339(new Date(exportedAtMs).toISOString(), zone),
      zone,
      filters,
      complete,
      count: items.length,
      items,
      unreadable_count: bad.length,
      unreadable: bad,
    },
    null,
    2,
  );
}

/** `invocations-production-20261121T030841Z-Europe-Berlin.csv`: where from, when in UTC, in which zone. */
export function exportFileName(
  { exportedAtMs, zone }: ExportFacts,
  environment: string,
  format: ExportFormat,
): string {
  const at = new Date(exportedAtMs).toISOString().replace(/[-:]|\.\d+/g, "");
  const safe = (text: string) => text.replace(/[^A-Za-z0-9._+-]+/g, "-").replace(/^[-.]+|-+$/g, "");
  const parts = ["invocations", safe(environment), at, safe(zone)].filter((part) => part !== "");
  return `${parts.join("-")}.${format}`;
}
