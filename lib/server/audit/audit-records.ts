// The audit log as a hash chain: rows are only appended, each with the hash of the previous one. When a row cannot be
// written the caller must not act.
import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import { type AuditEntry, type AuditFilters, type AuditPhase, auditPhase } from "../../bff/audit.ts";
import { pageLimit } from "../../contract/paging.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import type { Tables } from "../db/tables.ts";
import { perProcess } from "../kernel/per-process.ts";

type AuditRow = Selectable<Tables["audit"]>;

export interface AuditEvent {
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

/** SHA-256 over all fields of a row in a fixed order, including the previous hash. */
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

/** Appends one row, in order with all others of this process; rejects when it could not be written durably. */
export function appendAudit(db: Database, event: AuditEvent, nowMs: number): Promise<void> {
  const state = queue();
  const written = state.tail.then(() => append(db, event, nowMs));
  state.tail = written.catch(() => undefined);
  return written;
}

async function append(db: Database, event: AuditEvent, nowMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The chain has one end.
    await lockReplicas(db, trx, "audit");
    const last = await trx
      .selectFrom("audit")
      .select(["seq", "hash"])
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst();
    const row = {
      seq: (last?.seq ?? 0) + 1,
      at_ms: nowMs,
      actor: event.actor,
      role: event.role,
      ip: event.ip,
      request_id: event.requestId,
      action: event.action,
      target: (event.target ?? "").slice(0, 1024).toWellFormed(),
      phase: event.phase,
      status: event.status ?? null,
      code: event.code ?? null,
      reason: (event.reason ?? "").slice(0, 1024).toWellFormed(),
      previous_hash: last?.hash ?? genesis,
    };
    await trx
      .insertInto("audit")
      .values({ ...row, hash: hashOf(row) })
      .execute();
  });
}

/** A page of filtered rows, newest first. Reads one row more than the page to find out whether there are more. */
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
  const shown = rows.slice(0, limit);
  const intended = await intendedTargets(db, shown);
  const entries = shown.map(({ previous_hash: _, hash: __, ...row }) => ({
    ...row,
    intended_target: intended(row),
    phase: auditPhase.parse(row.phase),
  }));
  return { entries, limit, offset, hasMore: rows.length > limit };
}

/** Finds what the requests of answered rows named before the API did, where that differs. */
async function intendedTargets(db: Database, rows: readonly AuditRow[]) {
  const ids = rows.filter(({ phase }) => phase === "answered").map(({ request_id }) => request_id);
  const found =
    ids.length === 0
      ? []
      : await db
          .selectFrom("audit")
          .select(["request_id", "action", "target"])
          .where("request_id", "in", ids)
          .where("phase", "=", "intended")
          .execute();
  const keyOf = (row: Pick<AuditRow, "request_id" | "action">) => `${row.request_id} ${row.action}`;
  const targets = new Map(found.map((row) => [keyOf(row), row.target]));
  return (row: Pick<AuditRow, "request_id" | "action" | "phase" | "target">): string | undefined => {
    const target = row.phase === "answered" ? targets.get(keyOf(row)) : undefined;
    return target === "" || target === row.target ? undefined : target;
  };
}

/** Verifies the whole chain; the `seq` of the first inconsistent row, or undefined when there is none. */
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
