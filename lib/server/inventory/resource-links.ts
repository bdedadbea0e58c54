// The links between resources, by ids or names as the API gives them.
import { sql } from "kysely";
import { type InventoryKind, inventoryLimits } from "../../bff/inventory.ts";
import type { Database } from "../db/database.ts";
import { dropRows } from "../db/expired-rows.ts";
import { inBatches } from "../db/in-batches.ts";
import { unionOfEach } from "../db/union-of-each.ts";

export interface ResourceLink {
  from: { kind: InventoryKind; id: string };
  to: { kind: InventoryKind; id: string };
  atMs: number;
}

/** Writes links; of an existing one only the time is updated. */
export async function recordLinks(db: Database, links: readonly ResourceLink[]): Promise<void> {
  const keyOf = ({ from, to }: ResourceLink) => [from.kind, from.id, to.kind, to.id].join("\u0000");
  const sorted = [...links].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const rows = sorted.map(({ from, to, atMs }) => ({
    from_kind: from.kind,
    from_id: from.id,
    to_kind: to.kind,
    to_id: to.id,
    first_seen_ms: atMs,
    last_seen_ms: atMs,
  }));
  await inBatches(rows, (part) =>
    db
      .insertInto("resource_links")
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(["from_kind", "from_id", "to_kind", "to_id"]).doUpdateSet({
          last_seen_ms: sql<number>`case when excluded.last_seen_ms > resource_links.last_seen_ms then excluded.last_seen_ms else resource_links.last_seen_ms end`,
        }),
      )
      .execute(),
  );
}

/** Resources of `kind` with a link to one of these ids, last seen first. */
export async function resourcesLinkedTo(
  db: Database,
  kind: InventoryKind,
  to: { kind: InventoryKind; ids: readonly string[] },
): Promise<{ id: string; toId: string; lastSeenMs: number }[]> {
  if (to.ids.length === 0) return [];
  const rows = await db
    .selectFrom("resource_links")
    .select(["from_id", "to_id", "last_seen_ms"])
    .where("from_kind", "=", kind)
    .where("to_kind", "=", to.kind)
    .where("to_id", "in", [...to.ids])
    .orderBy("last_seen_ms", "desc")
    .limit(inventoryLimits.most)
    .execute();
  return rows.map((row) => ({ id: row.from_id, toId: row.to_id, lastSeenMs: row.last_seen_ms }));
}

/** The same, but with at most as many for each of the ids. */
export async function resourcesLinkedToEach(
  db: Database,
  kind: InventoryKind,
  to: { kind: InventoryKind; ids: readonly string[] },
): Promise<{ id: string; toId: string; lastSeenMs: number }[]> {
  const rows = await unionOfEach<{ from_id: string; to_id: string; last_seen_ms: number }>(
    db,
    to.ids,
    (id) => sql`select from_id, to_id, last_seen_ms from resource_links
      where from_kind = ${kind} and to_kind = ${to.kind} and to_id = ${id}
      order by last_seen_ms desc limit ${sql.lit(inventoryLimits.most)}`,
  );
  return rows
    .map((row) => ({ id: row.from_id, toId: row.to_id, lastSeenMs: row.last_seen_ms }))
    .sort((a, b) => b.lastSeenMs - a.lastSeenMs);
}

/** Links from resources of one kind to resources of another that touch any of these ids at the given end. */
export const linksBetween = (
  db: Database,
  [from, to]: readonly [InventoryKind, InventoryKind],
  end: "from_id" | "to_id",
  ids: readonly string[],
) =>
  inBatches(ids, (part) =>
    db
      .selectFrom("resource_links")
      .select(["from_id", "to_id", "first_seen_ms", "last_seen_ms"])
      .where("from_kind", "=", from)
      .where("to_kind", "=", to)
      .where(end, "in", part)
      .execute(),
  );

/** Deletes links last seen before `beforeMs`; returns whether there may be more. */
export const dropLinks = (trx: Database, beforeMs: number): Promise<boolean> =>
  dropRows(trx, { table: "resource_links", time: "last_seen_ms", beforeMs });
