// The audit log as a hash chain: rows are only appended, each with the hash of the previous one. When a row cannot be
// written the caller must not act.
import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { AuditPhase } from "../../bff/audit.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import type { Tables } from "../db/tables.ts";
import { perProcess } from "../kernel/per-process.ts";

export type AuditRow = Selectable<Tables["audit"]>;

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
