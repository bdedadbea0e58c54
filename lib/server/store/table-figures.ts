// How many rows each recorded table has and how old its oldest is (of what was seen: the longest unseen), counted at
// most once a minute.
import { sql } from "kysely";
import { paces } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import type { Database } from "./database.ts";

const times = {
  runs: "started_at_ms",
  run_sessions: "at_ms",
  run_rollups: "bucket_ms",
  pool_samples: "at_ms",
  pool_samples_5m: "at_ms",
  proxy_checks: "at_ms",
  process_samples: "at_ms",
  process_samples_5m: "at_ms",
  seen: "last_seen_ms",
  seen_links: "last_seen_ms",
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

const kept = () => perProcess("table-figures", (): { last?: TableFigures } => ({}));

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

/** The figures, at most a minute old. */
export async function tableFigures(db: Database, nowMs: number): Promise<TableFigures> {
  const { last } = kept();
  if (last !== undefined && Math.abs(nowMs - last.counted_at_ms) < paces.process.tablesCountedMs) return last;
  const figures = await count(db, nowMs);
  kept().last = figures;
  return figures;
}
