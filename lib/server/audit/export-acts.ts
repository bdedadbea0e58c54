// Acts as a file: CSV for spreadsheets, JSON for programs. Read and written in parts, so that a long audit fits.
import { Readable } from "node:stream";
import { type ActExport, type AuditedAct, actExportLimit } from "../../bff/audit.ts";
import { isoTime } from "../../clock.ts";
import { formatAct, outcomeTexts } from "../../format/act-messages.ts";
import type { Database } from "../db/database.ts";
import { matchingActs } from "./audited-acts.ts";
import { csvCell, csvLineOf } from "./export-audit.ts";

/** The cells of an act, by column. Times in UTC. */
const columns: Readonly<Record<string, (act: AuditedAct) => string | number | null>> = {
  at: ({ at_ms }) => isoTime(at_ms),
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

const csvOf = (act: AuditedAct) => csvLineOf(Object.values(columns).map((cellOf) => csvCell(cellOf(act))));

async function* csvParts(parts: AsyncIterable<AuditedAct[]>): AsyncGenerator<string> {
  // Without a byte order mark spreadsheets read it in the code page of their system.
  yield `\ufeff${csvLineOf(Object.keys(columns))}`;
  for await (const acts of parts) yield acts.map(csvOf).join("");
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

/** The newest acts that match, at most `actExportLimit`, as bytes of a file. */
export function exportActs(db: Database, { format, ...filters }: ActExport, nowMs: number): Readable {
  const parts = matchingActs(db, filters, { nowMs, atMost: actExportLimit });
  const text =
    format === "csv" ? csvParts(parts) : jsonParts(parts, { exported_at: isoTime(nowMs), filters });
  return Readable.from(text, { objectMode: false });
}
