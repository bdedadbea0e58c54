// Reads which invocations are new, what they are invocations of, and how they stand.
import type { Database } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";
import { isOpen } from "../db/is-open.ts";
import type { InvocationRow } from "./invocation-rows.ts";

/** Ids of the invocations that are open or started since `sinceMs` (epoch ms), last started first. */
export async function recentInvocations(db: Database, sinceMs: number, limit: number): Promise<string[]> {
  const started = db
    .selectFrom("invocations")
    .select(["id", "started_at_ms"])
    .where("started_at_ms", ">=", sinceMs)
    .orderBy("started_at_ms", "desc")
    .limit(limit);
  const open = db
    .selectFrom("invocations")
    .select(["id", "started_at_ms"])
    .where(isOpen)
    .orderBy("checked_at_ms", "desc")
    .limit(limit);
  const rows = [...(await started.execute()), ...(await open.execute())];
  rows.sort((one, other) => other.started_at_ms - one.started_at_ms);
  return [...new Set(rows.map(({ id }) => id))].slice(0, limit);
}

/** Application, action and version of recorded invocations, by id. */
export async function namesOfInvocations(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<InvocationRow, "app_name" | "action_name" | "version">>> {
  const rows = await inBatches(ids, (part) =>
    db
      .selectFrom("invocations")
      .select(["id", "app_name", "action_name", "version"])
      .where("id", "in", part)
      .execute(),
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** Statuses of recorded invocations when they were last read, by id. */
export async function statusesOfInvocations(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await inBatches(ids, (part) =>
    db.selectFrom("invocations").select(["id", "status"]).where("id", "in", part).execute(),
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** What recorded invocations ran and how they ended, in the order in which they started. */
export async function outcomesOfInvocations(
  db: Database,
  ids: readonly string[],
): Promise<
  Pick<
    InvocationRow,
    "id" | "app_name" | "action_name" | "version" | "status" | "reason" | "started_at_ms" | "finished_at_ms"
  >[]
> {
  const rows = await inBatches(ids, (part) =>
    db
      .selectFrom("invocations")
      .select(["id", "app_name", "action_name", "version", "status", "reason"])
      .select(["started_at_ms", "finished_at_ms"])
      .where("id", "in", part)
      .execute(),
  );
  return rows.sort((one, other) => one.started_at_ms - other.started_at_ms);
}
