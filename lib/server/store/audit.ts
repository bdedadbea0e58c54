// The audit chain: rows are only ever added, each carrying the hash of the one before. A row that cannot be written
// throws; the caller then must not act.
import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { type AuditEntry, type AuditFilters, type AuditPhase, auditPhase } from "../../bff/audit.ts";
import { pageLimit } from "../../contract/paging.ts";
import { perProcess } from "../per-process.ts";
import { type Database, dialectOf } from "./database.ts";
import type { Tables } from "./tables.ts";

type AuditRow = Selectable<Tables["audit"]>;

export interface AuditFact {
  actor: string;
  role: string;
  ip: string;
  requestId: string;
  action: string;
  target?: string | undefined;
  phase: AuditPhase;
  status?: number | undefined;
  code?: string | undefined;
  reason?: string | undefined;
}

const genesis = "0".repeat(64);

/** The hash of a row: over all its fields in a fixed order, the previous hash included. */
function hashOf(row: Omit<AuditRow, "hash">): string {
  const fields = [
    row.previous_hash,
    row.seq,
    row.at_ms,
    row.actor,
    row.role,
    row.ip,
    row.request_id,
    row.action,
    row.target,
    row.phase,
    row.status,
    row.code,
    row.reason,
  ];
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex");
}

const queue = () => perProcess("audit-queue", () => ({ tail: Promise.resolve<unknown>(undefined) }));

/** Adds one row, in order with all others of this process; rejects when it could not be written durably. */
export function appendAudit(db: Database, fact: AuditFact, nowMs: number): Promise<void> {
  const line = queue();
  const written = line.tail.then(() => append(db, fact, nowMs));
  line.tail = written.catch(() => undefined);
  return written;
}

async function append(db: Database, fact: AuditFact, nowMs: number): Promise<void> {
  const shared = dialectOf(db) === "postgres";
  await db.transaction().execute(async (trx) => {
    // Replicas take turns: the chain has one end.
    if (shared) await sql`select pg_advisory_xact_lock(720441)`.execute(trx);
    const last = await trx
      .selectFrom("audit")
      .select(["seq", "hash"])
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst();
    const row = {
      seq: (last?.seq ?? 0) + 1,
      at_ms: nowMs,
      actor: fact.actor,
      role: fact.role,
      ip: fact.ip,
      request_id: fact.requestId,
      action: fact.action,
      target: (fact.target ?? "").slice(0, 1024).toWellFormed(),
      phase: fact.phase,
      status: fact.status ?? null,
      code: fact.code ?? null,
      reason: (fact.reason ?? "").slice(0, 1024).toWellFormed(),
      previous_hash: last?.hash ?? genesis,
    };
    await trx
      .insertInto("audit")
      .values({ ...row, hash: hashOf(row) })
      .execute();
  });
}

/** Newest rows first, by the filters; one more than a page is read to know whether there are more. */
export async function listAudit(
  db: Database,
  filters: AuditFilters,
): Promise<{ entries: AuditEntry[]; limit: number; offset: number; hasMore: boolean }> {
  const limit = filters.limit ?? pageLimit.standard;
  const offset = filters.offset ?? 0;
  let query = db.selectFrom("audit").selectAll();
  if (filters.actor !== undefined) query = query.where("actor", "=", filters.actor);
  if (filters.action !== undefined) query = query.where("action", "=", filters.action);
  if (filters.target !== undefined) query = query.where("target", "=", filters.target);
  if (filters.phase !== undefined) query = query.where("phase", "=", filters.phase);
  if (filters.request_id !== undefined) query = query.where("request_id", "=", filters.request_id);
  const rows = await query
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .offset(offset)
    .execute();
  const entries = rows.slice(0, limit).map((row) => ({
    seq: row.seq,
    at_ms: row.at_ms,
    actor: row.actor,
    role: row.role,
    ip: row.ip,
    request_id: row.request_id,
    action: row.action,
    target: row.target,
    phase: auditPhase.parse(row.phase),
    status: row.status,
    code: row.code,
    reason: row.reason,
  }));
  return { entries, limit, offset, hasMore: rows.length > limit };
}

/** Walks the whole chain; the `seq` of the first row that does not fit, or undefined when all do. */
export async function firstBrokenRow(db: Database): Promise<number | undefined> {
  let previous = { seq: 0, hash: genesis };
  for (;;) {
    const rows = await db
      .selectFrom("audit")
      .selectAll()
      .where("seq", ">", previous.seq)
      .orderBy("seq")
      .limit(1000)
      .execute();
    if (rows.length === 0) return undefined;
    for (const { hash, ...row } of rows) {
      const fits =
        row.seq === previous.seq + 1 && row.previous_hash === previous.hash && hash === hashOf(row);
      if (!fits) return row.seq;
      previous = { seq: row.seq, hash };
    }
  }
}
