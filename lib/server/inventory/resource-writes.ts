// Writes the resources seen in answers or pinned by operators. Batches of the inventory writer are idempotent: a late older
// batch changes nothing newer, and a reference never overwrites a record.
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { InventoryKind } from "../../bff/inventory.ts";
import type { Database } from "../db/database.ts";
import { dropRows } from "../db/expired-rows.ts";
import { inBatches } from "../db/in-batches.ts";
import type { Tables } from "../db/tables.ts";
import { epochMs } from "../kernel/epoch-ms.ts";

export interface ResourceRecord {
  kind: InventoryKind;
  id: string;
  name: string | null;
  /** Id of the operation whose answer it is from. */
  source: string;
  /** Stored fields of the resource's own record; absent for a reference. */
  details?: Readonly<Record<string, unknown>>;
  endedAtMs?: number | undefined;
  atMs: number;
}

/** The ids of a complete list; recorded resources that are not in it have ended. */
export interface CompleteList {
  kind: InventoryKind;
  present: ReadonlySet<string>;
  atMs: number;
}

/** Resources seen this shortly before a list was read may be newer than the list. */
const listLagMs = 2_000;

type ResourceRow = Tables["resources"];

const created = z.object({ created_at: z.string().nullish().catch(null) });

const rowOf = (record: ResourceRecord): ResourceRow => ({
  kind: record.kind,
  id: record.id,
  name: record.name,
  source: record.source,
  details: JSON.stringify(record.details ?? {}),
  first_seen_ms: record.atMs,
  last_seen_ms: record.atMs,
  ended_at_ms: record.endedAtMs ?? null,
  label: null,
  pinned_by: null,
  // A column, so that the database can sort and filter by it.
  created_at_ms:
    record.kind === "session" ? epochMs(created.safeParse(record.details).data?.created_at) : null,
});

// The same order in every replica prevents deadlocks.
const byKey = (a: ResourceRow, b: ResourceRow) =>
  a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind < b.kind ? -1 : 1;

// An older answer applies only where nothing newer is stored. A resource may be pinned or referred to before the answer
// with its record is written: then that record applies, because pins and references contain no data.
const isNewer = sql`excluded.last_seen_ms >= resources.last_seen_ms`;
const isPinnedOnly = sql`resources.source = 'pinned'`;
const noRecord = sql`resources.details = '{}'`;
const excludedWhen = <T>(column: string, when: RawBuilder<unknown>) =>
  sql<T>`case when ${when} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`resources.${column}`)} end`;
const lastSeenUpdate = {
  first_seen_ms: excludedWhen<number>(
    "first_seen_ms",
    sql`${isPinnedOnly} or excluded.first_seen_ms < resources.first_seen_ms`,
  ),
  last_seen_ms: excludedWhen<number>("last_seen_ms", sql`${isNewer} or ${isPinnedOnly}`),
  source: excludedWhen<string>("source", isPinnedOnly),
};
const recordUpdate = {
  ...lastSeenUpdate,
  name: excludedWhen<string | null>("name", sql`${isNewer} or ${noRecord}`),
  details: excludedWhen<string>("details", sql`${isNewer} or ${noRecord}`),
  ended_at_ms: excludedWhen<number | null>(
    "ended_at_ms",
    sql`${isNewer} or (${noRecord} and resources.ended_at_ms is null)`,
  ),
  created_at_ms: excludedWhen<number | null>("created_at_ms", sql`${isNewer} or ${noRecord}`),
};
const mentionUpdate = {
  ...lastSeenUpdate,
  name: sql<string | null>`coalesce(resources.name, excluded.name)`,
};

async function upsertNewer(
  db: Database,
  rows: readonly ResourceRow[],
  update: typeof recordUpdate | typeof mentionUpdate,
) {
  await inBatches([...rows].sort(byKey), (part) =>
    db
      .insertInto("resources")
      .values(part)
      .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet(update))
      .execute(),
  );
}

/** Writes records; a key may occur once with `details` and once without. */
export async function upsertResources(db: Database, resources: readonly ResourceRecord[]): Promise<void> {
  const records = resources.filter(({ details }) => details !== undefined);
  const mentions = resources.filter(({ details }) => details === undefined);
  await upsertNewer(db, records.map(rowOf), recordUpdate);
  await upsertNewer(db, mentions.map(rowOf), mentionUpdate);
}

/** Marks resources as ended that are not in a complete list. */
export async function markAbsentAsEnded(db: Database, { kind, present, atMs }: CompleteList): Promise<void> {
  const beforeMs = atMs - listLagMs;
  const open = await db
    .selectFrom("resources")
    .select("id")
    .where("kind", "=", kind)
    .where("ended_at_ms", "is", null)
    .where("last_seen_ms", "<", beforeMs)
    .where("details", "<>", "{}")
    .execute();
  const absent = open.map(({ id }) => id).filter((id) => !present.has(id));
  await inBatches(absent, (part) =>
    db
      .updateTable("resources")
      .set({ ended_at_ms: atMs })
      .where("kind", "=", kind)
      .where("id", "in", part)
      .where("last_seen_ms", "<", beforeMs)
      .execute(),
  );
}

/** Marks a resource as ended. */
export async function markResourceEnded(
  db: Database,
  { kind, id, atMs }: { kind: InventoryKind; id: string; atMs: number },
): Promise<void> {
  await db
    .updateTable("resources")
    .set({ ended_at_ms: atMs })
    .where("kind", "=", kind)
    .where("id", "=", id)
    .where("ended_at_ms", "is", null)
    .execute();
}

/** Pins an id, recorded or not, with a label (empty: none). */
export async function pinResource(
  db: Database,
  pin: { kind: InventoryKind; id: string; label: string; by: string },
  nowMs: number,
): Promise<void> {
  const { kind, id, by } = pin;
  const label = pin.label === "" ? null : pin.label;
  await db
    .insertInto("resources")
    .values({ ...rowOf({ kind, id, name: null, source: "pinned", atMs: nowMs }), label, pinned_by: by })
    .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet({ label, pinned_by: by }))
    .execute();
}

/** Removes a pin and its label; deletes a resource that was recorded only because of the pin. */
export async function unpinResource(db: Database, kind: InventoryKind, id: string): Promise<void> {
  await db
    .deleteFrom("resources")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .where("source", "=", "pinned")
    .execute();
  await db
    .updateTable("resources")
    .set({ label: null, pinned_by: null })
    .where("kind", "=", kind)
    .where("id", "=", id)
    .execute();
}

/** Resources without a pin, by the time they were last seen. */
const unpinned = {
  table: "resources",
  time: "last_seen_ms",
  and: "and pinned_by is null",
} as const;

/** Deletes resources without a pin, last seen before `beforeMs`; returns whether there may be more. */
export const dropResources = (trx: Database, beforeMs: number): Promise<boolean> =>
  dropRows(trx, { ...unpinned, beforeMs });

/** Deletes ended resources without a pin, longest unseen first; returns false when there is none. */
export const dropOldestEnded = (trx: Database): Promise<boolean> =>
  dropRows(trx, {
    ...unpinned,
    beforeMs: Number.MAX_SAFE_INTEGER,
    and: `${unpinned.and} and ended_at_ms is not null`,
  });
