// Number of rows and oldest row of each recorded table, counted at most once a minute. The oldest resource is the one
// seen longest ago.
import { sql } from "kysely";
import { systemClock } from "../../clock.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import type { Database } from "./database.ts";

const times = {
  invocations: "started_at_ms",
  invocation_sessions: "at_ms",
  invocation_rollups: "bucket_ms",
  pool_samples: "at_ms",
  pool_samples_5m: "at_ms",
  pool_points: "at_ms",
  proxy_checks: "at_ms",
  process_samples: "at_ms",
  process_samples_5m: "at_ms",
  resources: "last_seen_ms",
  resource_links: "last_seen_ms",
  log_gaps: "to_ms",
  recorder_gaps: "from_ms",
  alerts: "fired_at_ms",
  alert_deliveries: "created_at_ms",
  audit: "at_ms",
} as const;

export interface TableFigures {
  tables: { table: string; rows: number; oldest_ms: number | null }[];
  counted_at_ms: number;
}

const counted = perProcess(
  "table-figures",
  () => new WeakMap<Database, { last: TableFigures; readAtMs: number }>(),
);

async function count(db: Database, nowMs: number): Promise<TableFigures> {
  const tables: TableFigures["tables"] = [];
  for (const [table, time] of Object.entries(times)) {
    const { rows } = await sql<{ rows: number; oldest: number | null }>`
      select (select count(*) from ${sql.table(table)}) as rows,
        (select min(${sql.ref(time)}) from ${sql.table(table)}) as oldest`.execute(db);
    tables.push({ table, rows: Number(rows[0]?.rows ?? 0), oldest_ms: rows[0]?.oldest ?? null });
  }
  return { tables, counted_at_ms: nowMs };
}

/** The table sizes, at most a minute old. */
export async function tableFigures(db: Database, nowMs: number): Promise<TableFigures> {
  const known = counted().get(db);
  if (known !== undefined && systemClock.monotonicMs() - known.readAtMs < paces.process.tablesCountedMs)
    return known.last;
  const last = await count(db, nowMs);
  counted().set(db, { last, readAtMs: systemClock.monotonicMs() });
  return last;
}
