// The audit log as a chain: rows are only appended, each signed together with the signature of the previous one. When a
// row cannot be written the caller must not act.
import type { Selectable } from "kysely";
import type { AuditPhase } from "../../bff/audit.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import { storableText } from "../db/storable-text.ts";
import type { Tables } from "../db/tables.ts";
import { perProcess } from "../kernel/per-process.ts";
import { readAnchor } from "./audit-anchor.ts";
import { isSigned, sign } from "./audit-key.ts";

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
  /** How many acts it is about; 1 by default. */
  count?: number | undefined;
  /** What the target is called now. */
  targetName?: string | undefined;
  /** The act on many that this act is a part of. */
  batchId?: string | undefined;
}

/** All fields of a row in a fixed order, including the previous signature. One that rows of earlier versions lack is left
 *  out where it is null, so that these verify as before. */
const valuesOf = (row: Omit<AuditRow, "hash">) => [
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
  row.count,
  ...(row.target_name === null ? [] : ["target_name", row.target_name]),
  ...(row.batch_id === null ? [] : ["batch_id", row.batch_id]),
];

/** Whether a row is as it was written. */
export const isOwnRow = ({ hash, ...row }: AuditRow): boolean => isSigned(hash, "row", valuesOf(row));

/** A text as it is read again, so that its signature holds. */
const head = (text: string) => storableText(text.slice(0, 1024));

const queue = perProcess("audit-queue", () => ({ tail: Promise.resolve<unknown>(undefined) }));

/** Runs `work` in a transaction that may append rows: one after another in this process and among replicas, as the chain
 *  has one end. */
export function inChain<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  const state = queue();
  const done = state.tail.then(() =>
    db.transaction().execute(async (trx) => {
      await lockReplicas(db, trx, "audit");
      return await work(trx);
    }),
  );
  state.tail = done.catch(() => undefined);
  return done;
}

/** Appends one row; `trx` is a transaction of `inChain`. */
export async function appendRow(trx: Database, event: AuditEvent, nowMs: number): Promise<void> {
  const last =
    (await trx
      .selectFrom("audit")
      .select(["seq", "hash"])
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst()) ?? (await readAnchor(trx));
  const row = {
    seq: last.seq + 1,
    at_ms: nowMs,
    actor: head(event.actor),
    role: event.role,
    ip: event.ip,
    request_id: event.requestId,
    action: event.action,
    target: head(event.target ?? ""),
    phase: event.phase,
    status: event.status ?? null,
    code: event.code ?? null,
    reason: head(event.reason ?? ""),
    previous_hash: last.hash,
    count: event.count ?? 1,
    target_name: event.targetName === undefined ? null : head(event.targetName),
    batch_id: event.batchId ?? null,
  };
  await trx
    .insertInto("audit")
    .values({ ...row, hash: sign("row", valuesOf(row)) })
    .execute();
}

/** Appends one row, in order with all others; rejects when it could not be written durably. */
export const appendAudit = (db: Database, event: AuditEvent, nowMs: number): Promise<void> =>
  inChain(db, (trx) => appendRow(trx, event, nowMs));
