// Acts under way, as rows beside the audit: they find an act again that is sent twice, and one whose process died.
import { sql } from "kysely";
import { actInProgress } from "../../bff/problem.ts";
import type { Database } from "../db/database.ts";
import { nowOf } from "../db/leases.ts";
import { paces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { nameOfTarget } from "./act-objects.ts";
import { type AuditEvent, appendRow, inChain } from "./audit-chain.ts";

/** Who acts on what. */
export type ActEvent = Omit<AuditEvent, "phase" | "status" | "code" | "count" | "targetName">;

/** What makes two requests one act. */
export interface ActKey {
  userId: string;
  /** Chosen by the client. */
  key: string;
  /** A hash of operation and input. */
  fingerprint: string;
}

/** How an act ended: with an answer, or without anyone knowing what it did. */
export interface ActOutcome {
  phase: "answered" | "unknown";
  status?: number | undefined;
  code?: string | undefined;
}

/** An audited opening of a file by one stream. Its act ends with the first `read`, or when the last stream with it has left. */
export interface FileOpening {
  read: () => void;
  /** May be called more than once. `failure`: why there was nothing to read, if there was not. */
  leave: (failure: Problem) => void;
}

/** The time by the database's clock. A transaction does not know which database it is in. */
type Now = ReturnType<typeof nowOf>;

/** The row that is there for a key already. */
export interface EarlierAct {
  requestId: string;
  fingerprint: string | null;
  ended: boolean;
  reply: string | null;
}

/** The row with a key. `now` is the database's: where no replica records, the row stays for long. */
const rowOf = (db: Database, { userId, key }: Pick<ActKey, "userId" | "key">, now: Now) =>
  db
    .selectFrom("acts")
    .select(["request_id", "fingerprint", "reply"])
    .select([
      sql<number>`case when ended_at_ms is null and expires_at_ms > ${now} then 0 else 1 end`.as("ended"),
      sql<number>`case when coalesce(ended_at_ms, expires_at_ms) < ${now} - ${paces.audit.repliesMs}
        then 1 else 0 end`.as("over"),
    ])
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();

/** The act with that key, for as long as its answer is given again. One whose process died has ended without an answer. */
export async function earlierAct(
  db: Database,
  key: Pick<ActKey, "userId" | "key">,
): Promise<EarlierAct | undefined> {
  const row = await rowOf(db, key, nowOf(db));
  if (row === undefined || row.over === 1) return undefined;
  const { request_id: requestId, fingerprint, reply } = row;
  return { requestId, fingerprint, ended: row.ended === 1, reply };
}

export const inProgress = (): Problem =>
  new Problem(
    409,
    actInProgress,
    "The same act was already sent and is still in progress. Wait for its answer before you try again.",
    { retryAfterSeconds: 5 },
  );

/** Deletes the act that had a key before; throws 409 when its answer is still given again. */
async function makeRoom(trx: Database, once: ActKey, now: Now, nowMs: number): Promise<void> {
  const row = await rowOf(trx, once, now);
  if (row === undefined) return;
  if (row.over !== 1) throw inProgress();
  await endLostAct(trx, row.request_id, now, nowMs);
  await trx.deleteFrom("acts").where("request_id", "=", row.request_id).execute();
}

/** The intent of an act may have been written or not: its transaction had no answer. The cause is the store's error. */
export class IntentUnknown extends Error {}

/**
 * Writes the intent of an act, and that it is under way. Throws 409 when one with its key is there, and IntentUnknown when
 * only the end of the transaction failed: then call `withdrawAct`.
 */
export async function openAct(
  db: Database,
  event: ActEvent,
  once: ActKey | undefined,
  nowMs: number,
): Promise<void> {
  const targetName = await nameOfTarget(db, event);
  let isWritten = false;
  const opened = inChain(db, async (trx) => {
    if (once !== undefined) await makeRoom(trx, once, nowOf(db), nowMs);
    await sql`
      insert into acts (request_id, user_id, idempotency_key, fingerprint, expires_at_ms)
      values (${event.requestId}, ${once?.userId ?? null}, ${once?.key ?? null}, ${once?.fingerprint ?? null},
        ${nowOf(db)} + ${paces.lease.actMs})`.execute(trx);
    await appendRow(trx, { ...event, targetName, phase: "intended" }, nowMs);
    isWritten = true;
  });
  await opened.catch((cause: unknown) => {
    throw isWritten ? new IntentUnknown("the end of its transaction failed", { cause }) : cause;
  });
}

/** The row of an act in a phase; undefined where it was not written. */
const rowInPhase = (trx: Database, { requestId, action }: ActEvent, phase: AuditEvent["phase"]) =>
  trx
    .selectFrom("audit")
    .select("seq")
    .where("request_id", "=", requestId)
    .where("action", "=", action)
    .where("phase", "=", phase)
    .executeTakeFirst();

/**
 * Writes that an act was not done, if its intent was written, and lets its key be used again. It waits for the transaction
 * of the intent, which may not have ended.
 */
export const withdrawAct = (
  db: Database,
  event: ActEvent,
  end: { status: number; code: string },
  nowMs: number,
): Promise<void> =>
  inChain(db, async (trx) => {
    if ((await rowInPhase(trx, event, "intended")) === undefined) return;
    if ((await rowInPhase(trx, event, "answered")) === undefined)
      await appendRow(trx, { ...event, ...end, phase: "answered" }, nowMs);
    await trx.deleteFrom("acts").where("request_id", "=", event.requestId).execute();
  });

/** Writes the outcome of an act, once, however often it is tried: also after it was taken for unknown. */
export const closeAct = (
  db: Database,
  event: ActEvent,
  outcome: ActOutcome & { reply?: string | undefined },
  nowMs: number,
): Promise<void> =>
  inChain(db, async (trx) => {
    const { reply, ...end } = outcome;
    if ((await rowInPhase(trx, event, end.phase)) === undefined)
      await appendRow(trx, { ...event, ...end }, nowMs);
    await sql`update acts set ended_at_ms = ${nowOf(db)}, reply = ${reply ?? null}
      where request_id = ${event.requestId}`.execute(trx);
  });

/** Notes that acts are still under way. */
export async function renewActs(db: Database, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  await sql`update acts set expires_at_ms = ${nowOf(db)} + ${paces.lease.actMs}
    where ended_at_ms is null and request_id in (${sql.join(requestIds)})`.execute(db);
}

const actsPerCall = 100;

/** Ends the acts of processes that died: their outcome is unknown. Returns how many. */
export async function endLostActs(db: Database, nowMs: number): Promise<number> {
  const { rows } = await sql<{ request_id: string }>`
    select request_id from acts where ended_at_ms is null and expires_at_ms <= ${nowOf(db)}
    order by expires_at_ms limit ${actsPerCall}`.execute(db);
  let ended = 0;
  for (const { request_id: requestId } of rows)
    if (await inChain(db, (trx) => endLostAct(trx, requestId, nowOf(db), nowMs))) ended += 1;
  return ended;
}

async function endLostAct(trx: Database, requestId: string, now: Now, nowMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update acts set ended_at_ms = ${now} where request_id = ${requestId}
      and ended_at_ms is null and expires_at_ms <= ${now}`.execute(trx);
  if (numAffectedRows !== 1n) return false;
  const intent = await trx
    .selectFrom("audit")
    .select(["actor", "role", "ip", "action", "target", "reason"])
    .where("request_id", "=", requestId)
    .where("phase", "=", "intended")
    .executeTakeFirst();
  if (intent !== undefined)
    await appendRow(trx, { ...intent, requestId, phase: "unknown", code: "no_outcome" }, nowMs);
  return true;
}

/** Deletes the acts whose answer is not given again any more. */
export async function dropEndedActs(db: Database): Promise<void> {
  await sql`delete from acts where ended_at_ms < ${nowOf(db)} - ${paces.audit.repliesMs}`.execute(db);
}
