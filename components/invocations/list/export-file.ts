// Formats an export with every field of the contract: CSV for spreadsheets, JSON for programs.
import { type Invocation, invocation } from "@/lib/contract/invocations";
import { fileTime } from "@/lib/format/file-time";
import { withoutFormulas } from "@/lib/format/without-formulas";
import { zonedRfc3339 } from "@/lib/format/zoned-rfc3339";
import type { BadItem } from "@/lib/queries/bff";

export const exportFormats = ["csv", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Rows to export. */
export interface ExportRows {
  items: readonly Invocation[];
  /** Rows that do not match the contract; exported to JSON only. */
  bad: readonly BadItem[];
  /** Whether these are all matching rows. */
  complete: boolean;
}

export interface ExportMetadata {
  /** Epoch milliseconds. */
  exportedAtMs: number;
  /** IANA name of the zone for times in a CSV. */
  zone: string;
  filters: Readonly<Record<string, unknown>>;
}

/** The fields of an invocation, in the contract's order. */
const csvFields: readonly string[] = Object.keys(invocation.shape);
const timeFields: readonly string[] = ["started_at", "finished_at"];

/**
 * A header and one line per invocation; formulas are escaped with an apostrophe. Begins with a byte order mark: without it
 * spreadsheets read it in the code page of their system.
 */
export async function toCsv({ items }: ExportRows, { zone }: ExportMetadata): Promise<string> {
  const { default: papa } = await import("papaparse");
  const data = items.map((item) => csvFields.map((field) => cell(field, Reflect.get(item, field), zone)));
  const lines = papa.unparse({ fields: [...csvFields], data }, { newline: "\r\n" });
  return `\ufeff${lines}`;
}

function cell(field: string, value: unknown, zone: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return withoutFormulas(JSON.stringify(value));
  return withoutFormulas(timeFields.includes(field) ? zonedRfc3339(value, zone) : value);
}

/** The API's objects, unchanged, with the export's metadata. */
export function toJson({ items, bad, complete }: ExportRows, metadata: ExportMetadata): string {
  const { exportedAtMs, zone, filters } = metadata;
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

/** Environment, time in UTC and zone: `invocations-production-20261121T030841Z-Europe-Berlin.csv`. */
export function exportFileName(
  { exportedAtMs, zone }: ExportMetadata,
  environment: string,
  format: ExportFormat,
): string {
  const at = fileTime(exportedAtMs);
  const safe = (text: string) => text.replace(/[^A-Za-z0-9._+-]+/g, "-").replace(/^[-.]+|-+$/g, "");
  const parts = ["invocations", safe(environment), at, safe(zone)].filter((part) => part !== "");
  return `${parts.join("-")}.${format}`;
}
