// Acts on many: their acts are records of their own, which a list shows as one item.
import { sql } from "kysely";
import { type ActOutcome, type AuditedAct, actOutcome, type BatchParts } from "../../bff/audit.ts";
import { countParts } from "../../format/act-messages.ts";
import type { Database } from "../db/database.ts";
import { joined, outcome } from "./joined-acts.ts";

/** Whether the act `a` is of no batch, or the first of its batch since a time. A batch is of one person and one operation. */
export const isFirstOfBatch = (sinceMs: number) => sql<boolean>`(a.batch_id is null or not exists (
  select 1 from audit b where b.batch_id = a.batch_id and b.actor = a.actor and b.action = a.action
    and b.seq < a.seq and b.at_ms >= ${sinceMs}))`;

interface Batch {
  parts: BatchParts;
  /** When its last answer was recorded; epoch milliseconds. */
  endMs: number | null;
}

const keyOf = (act: { batch_id?: string | null | undefined; actor: string; action: string }) =>
  JSON.stringify([act.batch_id, act.actor, act.action]);

async function batchesOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Batch>> {
  const rows = await joined(db)
    .where("a.batch_id", "in", ids)
    .select(["a.batch_id", "a.actor", "a.action", outcome.as("outcome")])
    .select((each) => each.fn.countAll<number | string>().as("count"))
    .select(sql<number | string | null>`max(coalesce(n.at_ms, u.at_ms))`.as("end_ms"))
    .groupBy(["a.batch_id", "a.actor", "a.action", outcome])
    .execute();
  const batches = new Map<string, Batch>();
  for (const row of rows) {
    const { parts, endMs } = batches.get(keyOf(row)) ?? {
      parts: { ok: 0, failed: 0, refused: 0, unknown: 0, running: 0 },
      endMs: null,
    };
    const rowEndMs = row.end_ms === null ? null : Number(row.end_ms);
    batches.set(keyOf(row), {
      parts: { ...parts, [actOutcome.parse(row.outcome)]: Number(row.count) },
      endMs: rowEndMs === null ? endMs : Math.max(rowEndMs, endMs ?? 0),
    });
  }
  return batches;
}

/** The outcomes of a batch's acts, the one that needs attention most first. */
const byAttention = [
  "running",
  "failed",
  "unknown",
  "refused",
  "ok",
] as const satisfies readonly ActOutcome[];

/** Makes each first act of a batch the item of the whole one. */
export async function foldBatches(db: Database, acts: readonly AuditedAct[]): Promise<AuditedAct[]> {
  const ids = [...new Set(acts.flatMap(({ batch_id: id }) => id ?? []))];
  if (ids.length === 0) return [...acts];
  const batches = await batchesOf(db, ids);
  return acts.map((act) => {
    const batch = act.batch_id === undefined ? undefined : batches.get(keyOf(act));
    if (batch === undefined || countParts(batch.parts) < 2) return act;
    const { parts, endMs } = batch;
    return {
      ...act,
      target: "",
      object: null,
      status: null,
      code: null,
      parts,
      outcome: byAttention.find((each) => parts[each] > 0) ?? act.outcome,
      duration_ms: endMs === null || parts.running > 0 ? null : Math.max(0, endMs - act.at_ms),
    };
  });
}
