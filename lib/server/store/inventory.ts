// Every id seen in an answer, and those operators pinned. Written in batches by the observer, idempotent: an older
// batch that comes late changes nothing that is newer, and a mere reference never overwrites a record.
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import {
  type InventoryItem,
  type InventoryKind,
  inventoryKind,
  inventoryLimits,
} from "../../bff/inventory.ts";
import { clocksApartMs } from "../moment.ts";
import type { Database } from "./database.ts";
import { inParts } from "./in-parts.ts";
import { createdAtMs } from "./session-creation.ts";
import type { Tables } from "./tables.ts";

export interface Sighting {
  kind: InventoryKind;
  id: string;
  name: string | null;
  /** Id of the operation. */
  source: string;
  /** Present: the answer held the thing's own record, and this is what is kept of it. */
  facts?: Readonly<Record<string, unknown>>;
  endedAtMs?: number | undefined;
  atMs: number;
}

export interface SeenLink {
  from: { kind: InventoryKind; id: string };
  to: { kind: InventoryKind; id: string };
  atMs: number;
}

/** A complete list was read: what was known before and is not in it is gone. */
export interface Absence {
  kind: InventoryKind;
  present: ReadonlySet<string>;
  atMs: number;
}

const chunk = 200;
/** What was seen this shortly before a list was read may be newer than the list. */
const listLagMs = 2_000;
/** For who does not say what time it is: nothing lies ahead. */
const noTime = Number.MAX_SAFE_INTEGER - clocksApartMs;

const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / chunk) }, (_, at) =>
    items.slice(at * chunk, (at + 1) * chunk),
  );

type SeenRow = Tables["seen"];

const rowOf = (sighting: Sighting): SeenRow => ({
  kind: sighting.kind,
  id: sighting.id,
  name: sighting.name,
  source: sighting.source,
  facts: JSON.stringify(sighting.facts ?? {}),
  first_seen_ms: sighting.atMs,
  last_seen_ms: sighting.atMs,
  ended_at_ms: sighting.endedAtMs ?? null,
  label: null,
  pinned_by: null,
  created_at_ms: sighting.kind === "session" ? createdAtMs(sighting.facts) : null,
});

// The same order in every replica, so that two of them never wait for each other's rows.
const byKey = (a: SeenRow, b: SeenRow) =>
  a.kind === b.kind ? (a.id < b.id ? -1 : 1) : a.kind < b.kind ? -1 : 1;

// What an older answer says is kept only where nothing newer is known. A thing may be pinned or mentioned while the
// answer with its record is still on its way: that record is then all that is known, and the pin was no sighting.
const newer = (nowMs: number) =>
  sql`(excluded.last_seen_ms >= seen.last_seen_ms or seen.last_seen_ms > ${nowMs + clocksApartMs})`;
const pinnedOnly = sql`seen.source = 'pinned'`;
const noRecord = sql`seen.facts = '{}'`;
const given = <T>(column: string, when: RawBuilder<unknown>) =>
  sql<T>`case when ${when} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`seen.${column}`)} end`;
const seenAgain = (nowMs: number) => ({
  first_seen_ms: given<number>(
    "first_seen_ms",
    sql`${pinnedOnly} or excluded.first_seen_ms < seen.first_seen_ms`,
  ),
  last_seen_ms: given<number>("last_seen_ms", sql`${newer(nowMs)} or ${pinnedOnly}`),
  source: given<string>("source", pinnedOnly),
});
const recordAgain = (nowMs: number) => ({
  ...seenAgain(nowMs),
  name: given<string | null>("name", sql`${newer(nowMs)} or ${noRecord}`),
  facts: given<string>("facts", sql`${newer(nowMs)} or ${noRecord}`),
  ended_at_ms: given<number | null>(
    "ended_at_ms",
    sql`${newer(nowMs)} or (${noRecord} and seen.ended_at_ms is null)`,
  ),
  created_at_ms: given<number | null>("created_at_ms", sql`${newer(nowMs)} or ${noRecord}`),
});
const referredAgain = (nowMs: number) => ({
  ...seenAgain(nowMs),
  name: sql<string | null>`coalesce(seen.name, excluded.name)`,
});

async function upsert(
  db: Database,
  rows: readonly SeenRow[],
  again: ReturnType<typeof recordAgain> | ReturnType<typeof referredAgain>,
) {
  for (const part of chunks([...rows].sort(byKey))) {
    await db
      .insertInto("seen")
      .values(part)
      .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet(again))
      .execute();
  }
}

/** Writes what was seen. One key may appear once among the sightings with a record and once among those without. */
export async function recordSightings(
  db: Database,
  sightings: readonly Sighting[],
  nowMs = noTime,
): Promise<void> {
  const own = sightings.filter(({ facts }) => facts !== undefined);
  const referred = sightings.filter(({ facts }) => facts === undefined);
  await upsert(db, own.map(rowOf), recordAgain(nowMs));
  await upsert(db, referred.map(rowOf), referredAgain(nowMs));
}

/** Writes links; one that is known is only seen again. */
export async function recordLinks(db: Database, links: readonly SeenLink[], nowMs = noTime): Promise<void> {
  const keyOf = ({ from, to }: SeenLink) => [from.kind, from.id, to.kind, to.id].join("\u0000");
  const sorted = [...links].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const part of chunks(sorted)) {
    const rows = part.map(({ from, to, atMs }) => ({
      from_kind: from.kind,
      from_id: from.id,
      to_kind: to.kind,
      to_id: to.id,
      first_seen_ms: atMs,
      last_seen_ms: atMs,
    }));
    await db
      .insertInto("seen_links")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["from_kind", "from_id", "to_kind", "to_id"]).doUpdateSet({
          last_seen_ms: sql<number>`case when excluded.last_seen_ms > seen_links.last_seen_ms or seen_links.last_seen_ms > ${nowMs + clocksApartMs} then excluded.last_seen_ms else seen_links.last_seen_ms end`,
        }),
      )
      .execute();
  }
}

/** Notes as ended what a complete list no longer holds. */
export async function recordAbsence(
  db: Database,
  { kind, present, atMs }: Absence,
  nowMs = noTime,
): Promise<void> {
  const before = sql<boolean>`(last_seen_ms < ${atMs - listLagMs} or last_seen_ms > ${nowMs + clocksApartMs})`;
  const open = await db
    .selectFrom("seen")
    .select("id")
    .where("kind", "=", kind)
    .where("ended_at_ms", "is", null)
    .where(before)
    .where("facts", "<>", "{}")
    .execute();
  for (const part of chunks(open.map(({ id }) => id).filter((id) => !present.has(id))))
    await db
      .updateTable("seen")
      .set({ ended_at_ms: atMs })
      .where("kind", "=", kind)
      .where("id", "in", part)
      .where(before)
      .execute();
}

/** Notes as ended what an answer said to be deleted. */
export async function endSeen(
  db: Database,
  { kind, id, atMs }: { kind: InventoryKind; id: string; atMs: number },
): Promise<void> {
  await db
    .updateTable("seen")
    .set({ ended_at_ms: atMs })
    .where("kind", "=", kind)
    .where("id", "=", id)
    .where("ended_at_ms", "is", null)
    .execute();
}

const factsText = z.record(z.string(), z.unknown());
function factsOf(text: string): Record<string, unknown> {
  try {
    return factsText.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

function itemOf({ created_at_ms: _, ...row }: SeenRow): InventoryItem[] {
  const kind = inventoryKind.safeParse(row.kind);
  return kind.success ? [{ ...row, kind: kind.data, facts: factsOf(row.facts) }] : [];
}

interface SeenQuestion {
  kind?: InventoryKind | undefined;
  sought?: string | undefined;
  pinned?: boolean | undefined;
  limit?: number | undefined;
}

/** Remembered ids, pinned ones first, then the last seen; `sought` is a part of id, name or label in any case. */
export async function listSeen(db: Database, asked: SeenQuestion): Promise<InventoryItem[]> {
  const { pinned, limit = inventoryLimits.most } = asked;
  if (pinned !== undefined) return await readSeen(db, { ...asked, pinned, limit });
  // One after the other, so that each is read by its index as far as the limit.
  const pins = await readSeen(db, { ...asked, pinned: true, limit });
  if (pins.length >= limit) return pins;
  const others = await readSeen(db, { ...asked, pinned: false, limit: limit - pins.length });
  // One may have been unpinned between the two.
  const keys = new Set(pins.map(({ kind, id }) => `${kind} ${id}`));
  return [...pins, ...others.filter(({ kind, id }) => !keys.has(`${kind} ${id}`))];
}

async function readSeen(
  db: Database,
  { kind, sought, pinned, limit }: SeenQuestion & { pinned: boolean; limit: number },
): Promise<InventoryItem[]> {
  let query = db.selectFrom("seen").selectAll();
  if (kind !== undefined) query = query.where("kind", "=", kind);
  query = query.where("pinned_by", pinned ? "is not" : "is", null);
  if (sought !== undefined && sought !== "") {
    const part = `%${sought.toLowerCase().replace(/[!%_]/g, (sign) => `!${sign}`)}%`;
    const holds = (column: "id" | "name" | "label") =>
      sql<boolean>`lower(${sql.ref(column)}) like ${part} escape '!'`;
    query = query.where(({ or }) => or([holds("id"), holds("name"), holds("label")]));
  }
  // As an expression for the pinned ones, so that the index by time is not taken for the few that are.
  const time = pinned ? sql`last_seen_ms + 0` : sql`last_seen_ms`;
  const rows = await query.orderBy(time, "desc").orderBy("id").limit(limit).execute();
  return rows.flatMap(itemOf);
}

/** One remembered id. */
export async function findSeen(
  db: Database,
  kind: InventoryKind,
  id: string,
): Promise<InventoryItem | undefined> {
  const row = await db
    .selectFrom("seen")
    .selectAll()
    .where("kind", "=", kind)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && itemOf(row)[0];
}

/** Those of these ids that an answer told of, by id: a pin alone is no sighting. */
export async function findAllSeen(
  db: Database,
  kind: InventoryKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InventoryItem>> {
  const rows = await inParts([...new Set(ids)], (part) =>
    db
      .selectFrom("seen")
      .selectAll()
      .where("kind", "=", kind)
      .where("id", "in", part)
      .where("source", "<>", "pinned")
      .execute(),
  );
  return new Map(rows.flatMap(itemOf).map((item) => [item.id, item]));
}

/** Pins an id, seen or not, under a label (empty: none). */
export async function pinSeen(
  db: Database,
  pin: { kind: InventoryKind; id: string; label: string; by: string },
  nowMs: number,
): Promise<void> {
  const { kind, id, by } = pin;
  const label = pin.label === "" ? null : pin.label;
  await db
    .insertInto("seen")
    .values({ ...rowOf({ kind, id, name: null, source: "pinned", atMs: nowMs }), label, pinned_by: by })
    .onConflict((conflict) => conflict.columns(["kind", "id"]).doUpdateSet({ label, pinned_by: by }))
    .execute();
}

/** Takes a pin and its label back; an id that was never seen is forgotten. */
export async function unpinSeen(db: Database, kind: InventoryKind, id: string): Promise<void> {
  await db
    .deleteFrom("seen")
    .where("kind", "=", kind)
    .where("id", "=", id)
    .where("source", "=", "pinned")
    .execute();
  await db
    .updateTable("seen")
    .set({ label: null, pinned_by: null })
    .where("kind", "=", kind)
    .where("id", "=", id)
    .execute();
}

/** What is linked to one of these ids: `kind` things that lead to it, last seen first. */
export async function seenLeadingTo(
  db: Database,
  kind: InventoryKind,
  to: { kind: InventoryKind; ids: readonly string[] },
): Promise<{ id: string; toId: string; lastSeenMs: number }[]> {
  if (to.ids.length === 0) return [];
  const rows = await db
    .selectFrom("seen_links")
    .select(["from_id", "to_id", "last_seen_ms"])
    .where("from_kind", "=", kind)
    .where("to_kind", "=", to.kind)
    .where("to_id", "in", [...to.ids])
    .orderBy("last_seen_ms", "desc")
    .limit(inventoryLimits.most)
    .execute();
  return rows.map((row) => ({ id: row.from_id, toId: row.to_id, lastSeenMs: row.last_seen_ms }));
}
