// Acts as a file: CSV for spreadsheets, JSON for programs. Read and written in parts, so that a long audit fits.
import { Readable } from "node:stream";
import { type ActExport, type AuditedAct, actExportLimit } from "../../bff/audit.ts";
import { isoTime } from "../../clock.ts";
import { formatAct, outcomeTexts } from "../../format/act-messages.ts";
import { fileTime } from "../../format/file-time.ts";
import { isZone } from "../../format/time-zone.ts";
import { zonedRfc3339 } from "../../format/zoned-rfc3339.ts";
import type { Database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import { safeFileName } from "../kernel/safe-file-name.ts";
import { matchingActs } from "./audited-acts.ts";
import { csvCell, csvLineOf } from "./export-audit.ts";

/** The cells of an act, by column. Times in `zone`. */
const columns: Readonly<Record<string, (act: AuditedAct, zone: string) => string | number | null>> = {
  at: ({ at_ms }, zone) => zonedRfc3339(isoTime(at_ms), zone),
  act: formatAct,
  outcome: ({ outcome }) => outcomeTexts[outcome],
  status: ({ status }) => status,
  code: ({ code }) => code,
  duration_ms: ({ duration_ms }) => duration_ms,
  reason: ({ reason }) => reason,
  count: ({ count }) => count,
  actor: ({ actor }) => actor,
  role: ({ role }) => role,
  ip: ({ ip }) => ip,
  action: ({ action }) => action,
  target: ({ target }) => target,
  object_kind: ({ object }) => object?.kind ?? null,
  object_id: ({ object }) => object?.id ?? null,
  object_name: ({ object }) => object?.name ?? null,
  request_id: ({ request_id }) => request_id,
  rows: ({ phases }) => phases.map(({ seq }) => seq).join(" "),
  batch_id: ({ batch_id }) => batch_id ?? null,
};

const csvOf = (act: AuditedAct, zone: string) =>
  csvLineOf(Object.values(columns).map((cellOf) => csvCell(cellOf(act, zone))));

async function* csvParts(parts: AsyncIterable<AuditedAct[]>, zone: string): AsyncGenerator<string> {
  // Without a byte order mark spreadsheets read it in the code page of their system.
  yield `\ufeff${csvLineOf(Object.keys(columns))}`;
  for await (const acts of parts) yield acts.map((act) => csvOf(act, zone)).join("");
}

async function* jsonParts(
  parts: AsyncIterable<AuditedAct[]>,
  head: Readonly<Record<string, unknown>>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"acts":[`;
  let count = 0;
  for await (const acts of parts) {
    const texts = acts.map((act) => `\n${JSON.stringify({ ...act, text: formatAct(act) })}`);
    yield `${count === 0 ? "" : ","}${texts.join(",")}`;
    count += acts.length;
  }
  yield `\n],"count":${count},"complete":${count < actExportLimit}}\n`;
}

/** Environment, time in UTC and zone: `audit-production-20261121T030841Z-Europe-Berlin.csv`. */
export function actsFileName(
  { format, zone = "UTC" }: Pick<ActExport, "format" | "zone">,
  environment: string,
  nowMs: number,
): string {
  const [name, place] = [safeFileName(environment, "local"), safeFileName(zone.replaceAll("/", "-"), "UTC")];
  return `audit-${name}-${fileTime(nowMs)}-${place}.${format}`;
}

/** The newest acts that match, at most `actExportLimit`, as bytes of a file. Throws a Problem (400) for an unknown time zone. */
export function exportActs(
  db: Database,
  { format, zone = "UTC", ...filters }: ActExport,
  nowMs: number,
): Readable {
  if (!isZone(zone)) throw new Problem(400, "bad_request", `${zone} is no time zone.`);
  const parts = matchingActs(db, filters, { nowMs, atMost: actExportLimit });
  const text =
    format === "csv"
      ? csvParts(parts, zone)
      : jsonParts(parts, { exported_at: zonedRfc3339(isoTime(nowMs), zone), zone, filters });
  return Readable.from(text, { objectMode: false });
}
