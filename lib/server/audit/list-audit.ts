// Pages of the audit log. `audit-chain.ts` writes it.
import { type RawBuilder, sql } from "kysely";
import { type AuditEntry, type AuditFilters, auditPhase } from "../../bff/audit.ts";
import { pageLimit } from "../../contract/paging.ts";
import { sinceEpochMs } from "../../contract/since.ts";
import { targetStart, targetStartChars } from "../db/audit-tables.ts";
import { type Database, dialectOf } from "../db/database.ts";
import type { AuditRow } from "./audit-chain.ts";

/** Sorts behind every other character. */
const lastCharacter = "\u{10ffff}";

/**
 * The rows of acts on the object of this id, or on a part of it: see `idInTarget`. The rows of a release without an answer have
 * its browser after the pool: see `targetInPool`.
 */
function rowsOn(db: Database, id: string): RawBuilder<number> {
  const given = sql`cast(${id} as text)`;
  const start = sql`substr(${given}, 1, ${sql.lit(targetStartChars)})`;
  const from = targetStart(dialectOf(db));
  const contains = (part: string) => sql<boolean>`replace(target, ${part}, '') <> target`;
  return sql<number>`(
    select seq from audit
      where ${from} >= ${start} and ${from} < ${start} || ${lastCharacter}
        and substr(target, 1, length(${given})) = ${given}
        and substr(target, length(${given}) + 1, 1) in ('', ' ', '/')
    union all
    select seq from audit
      where action = 'releaseBrowser' and (${contains(` (${id})`)} or ${contains(` (${id}, `)}))`;
}

/**
 * A page of filtered rows, newest first. Reads one row more than the page to find out whether there are more. `nowMs` is where
 * durations in `since` and `until` begin.
 */
export async function listAudit(
  db: Database,
  filters: AuditFilters,
  nowMs = Date.now(),
): Promise<{ entries: AuditEntry[]; limit: number; offset: number; hasMore: boolean }> {
  const limit = filters.limit ?? pageLimit.standard;
  const offset = filters.offset ?? 0;
  let query = db.selectFrom("audit").selectAll();
  if (filters.actor !== undefined) query = query.where("actor", "=", filters.actor);
  if (filters.action !== undefined) query = query.where("action", "=", filters.action);
  if (filters.target !== undefined) query = query.where("seq", "in", rowsOn(db, filters.target));
  if (filters.phase !== undefined) query = query.where("phase", "=", filters.phase);
  if (filters.request_id !== undefined) query = query.where("request_id", "=", filters.request_id);
  const { since, until } = filters;
  if (since !== undefined || until !== undefined) {
    let inRange = db.selectFrom("audit").select("request_id");
    if (since !== undefined) inRange = inRange.where("at_ms", ">=", sinceEpochMs(since, nowMs));
    if (until !== undefined) inRange = inRange.where("at_ms", "<", sinceEpochMs(until, nowMs));
    query = query.where("request_id", "in", inRange);
  }
  const rows = await query
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .offset(offset)
    .execute();
  const shown = rows.slice(0, limit);
  const intended = await intendedTargets(db, shown);
  const entries = shown.map(
    ({ previous_hash: _, hash: __, count, target_name: name, batch_id: batch, ...row }) => ({
      ...row,
      ...(count > 1 && { count }),
      ...(name !== null && { target_name: name }),
      ...(batch !== null && { batch_id: batch }),
      intended_target: intended(row),
      phase: auditPhase.parse(row.phase),
    }),
  );
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
