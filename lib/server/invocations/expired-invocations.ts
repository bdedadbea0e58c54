// Deletes ended invocations, a bounded number of rows per call. Their roll-ups expire separately.
import type { Database } from "../db/database.ts";
import { rowsPerCall } from "../db/expired-rows.ts";

async function dropById(trx: Database, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom("invocation_sessions").where("invocation_id", "in", ids).execute();
  await trx.deleteFrom("invocations").where("id", "in", ids).execute();
}

/** Deletes ended invocations that started before `beforeMs`; returns whether there may be more. */
export async function dropInvocations(trx: Database, beforeMs: number): Promise<boolean> {
  const rows = await trx
    .selectFrom("invocations")
    .select("id")
    .where("started_at_ms", "<", beforeMs)
    .where("open", "=", 0)
    .orderBy("started_at_ms")
    .limit(rowsPerCall)
    .execute();
  if (rows.length === 0) return false;
  await dropById(
    trx,
    rows.map(({ id }) => id),
  );
  return true;
}

/** Deletes the oldest ended invocations; returns the start time before which they were deleted, undefined for none. */
export async function dropOldestInvocations(trx: Database): Promise<number | undefined> {
  const rows = await trx
    .selectFrom("invocations")
    .select(["id", "started_at_ms"])
    .where("open", "=", 0)
    .orderBy("started_at_ms")
    .orderBy("id")
    .limit(rowsPerCall)
    .execute();
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  await dropById(
    trx,
    rows.map(({ id }) => id),
  );
  return last.started_at_ms + 1;
}

/** Whether there is an invocation that `dropOldestInvocations` can delete. */
export async function hasEndedInvocation(db: Database): Promise<boolean> {
  const invocation = await db
    .selectFrom("invocations")
    .select("id")
    .where("open", "=", 0)
    .limit(1)
    .executeTakeFirst();
  return invocation !== undefined;
}
