// Reads the recorded resources: all seen in answers or pinned by operators.
import { sql } from "kysely";
import { z } from "zod";
import {
  type InventoryItem,
  type InventoryKind,
  inventoryKind,
  inventoryLimits,
} from "../../bff/inventory.ts";
import type { Database } from "../db/database.ts";
import { inBatches } from "../db/in-batches.ts";
import { containsText } from "../db/lower-case.ts";
import type { Tables } from "../db/tables.ts";

const detailsText = z.record(z.string(), z.unknown());
/** The stored fields of a resource; empty for an unreadable text. */
export function detailsOf(text: string): Record<string, unknown> {
  try {
    return detailsText.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** A row as an entry; none for one of an unknown kind. */
export function itemOf({ created_at_ms: _, ...row }: Tables["resources"]): InventoryItem[] {
  const kind = inventoryKind.safeParse(row.kind);
  return kind.success ? [{ ...row, kind: kind.data, details: detailsOf(row.details) }] : [];
}

interface ResourceQuery {
  kind?: InventoryKind | undefined;
  searchText?: string | undefined;
  pinned?: boolean | undefined;
  limit?: number | undefined;
}

/** Recorded resources, pinned ones first, then last seen first; `searchText` matches id, name or label, any case. */
export async function listResources(db: Database, filter: ResourceQuery): Promise<InventoryItem[]> {
  const { pinned, limit = inventoryLimits.most } = filter;
  if (pinned !== undefined) return await readResources(db, { ...filter, pinned, limit });
  // Two queries, so that each reads its index up to the limit.
  const pins = await readResources(db, { ...filter, pinned: true, limit });
  if (pins.length >= limit) return pins;
  const others = await readResources(db, { ...filter, pinned: false, limit: limit - pins.length });
  // A resource may have been unpinned between the two.
  const keys = new Set(pins.map(({ kind, id }) => `${kind} ${id}`));
  return [...pins, ...others.filter(({ kind, id }) => !keys.has(`${kind} ${id}`))];
}

async function readResources(
  db: Database,
  { kind, searchText, pinned, limit }: ResourceQuery & { pinned: boolean; limit: number },
): Promise<InventoryItem[]> {
  let query = db.selectFrom("resources").selectAll();
  if (kind !== undefined) query = query.where("kind", "=", kind);
  query = query.where("pinned_by", pinned ? "is not" : "is", null);
  if (searchText !== undefined && searchText !== "") {
    const contains = (column: "id" | "name" | "label") => containsText(db, sql.ref(column), searchText);
    query = query.where(({ or }) => or([contains("id"), contains("name"), contains("label")]));
  }
  // An expression for pinned resources, so that the planner uses the small index of pins, not the one by time.
  const time = pinned ? sql`last_seen_ms + 0` : sql`last_seen_ms`;
  const rows = await query.orderBy(time, "desc").orderBy("id").limit(limit).execute();
  return rows.flatMap(itemOf);
}

/** Name, stored fields (JSON text) and end of all recorded resources of a kind. */
export const resourcesOfKind = (db: Database, kind: InventoryKind) =>
  db
    .selectFrom("resources")
    .select(["id", "name", "details", "ended_at_ms"])
    .where("kind", "=", kind)
    .execute();

/** One recorded resource. */
export async function findResource(
  db: Database,
  kind: InventoryKind,
  id: string,
): Promise<InventoryItem | undefined> {
  const row = await db
    .selectFrom("resources")
    .selectAll()
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && itemOf(row)[0];
}

/** The resources with these ids by id, without those recorded only because they were pinned. */
export async function findResources(
  db: Database,
  kind: InventoryKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InventoryItem>> {
  const rows = await inBatches([...new Set(ids)], (part) =>
    db
      .selectFrom("resources")
      .selectAll()
      .where("kind", "=", kind)
      .where("id", "in", part)
      .where("source", "<>", "pinned")
      .execute(),
  );
  return new Map(rows.flatMap(itemOf).map((item) => [item.id, item]));
}

/** The recorded names of these ids, with the labels that operators gave them and when they ended. */
export async function findNames(
  db: Database,
  kind: InventoryKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<InventoryItem, "name" | "label" | "ended_at_ms">>> {
  const rows = await inBatches([...new Set(ids)], (part) =>
    db
      .selectFrom("resources")
      .select(["id", "name", "label", "ended_at_ms"])
      .where("kind", "=", kind)
      .where("id", "in", part)
      .execute(),
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/** Whether there is a resource that `dropOldestEnded` can delete. */
export async function hasEndedResource(db: Database): Promise<boolean> {
  const ended = await db
    .selectFrom("resources")
    .select("id")
    .where("pinned_by", "is", null)
    .where("ended_at_ms", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return ended !== undefined;
}

/** Those of the ids that are pinned. */
export async function pinnedAmong(
  db: Database,
  kind: InventoryKind,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await inBatches(ids, (part) =>
    db
      .selectFrom("resources")
      .select("id")
      .where("kind", "=", kind)
      .where("pinned_by", "is not", null)
      .where("id", "in", part)
      .execute(),
  );
  return rows.map(({ id }) => id);
}
