// Saved views: what each operator keeps for themselves or for everyone. Who may do what is decided by the routes.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type View, type ViewCreate, type ViewUpdate, viewLimits } from "../../bff/views.ts";
import { Problem } from "../problem.ts";
import { type Database, dialectOf } from "./database.ts";

/** A view as kept, with its owner's name. */
export interface KeptView {
  id: string;
  ownerId: string;
  owner: string;
  name: string;
  shared: boolean;
  query: string;
  isDefault: boolean;
  createdAtMs: number;
  updatedAtMs: number;
}

const newId = () => `v${randomBytes(12).toString("hex").slice(0, 23)}`;
const flag = (value: boolean | undefined) => (value === true ? 1 : 0);

const withOwner = (db: Database) =>
  db
    .selectFrom("views")
    .innerJoin("users", "users.id", "views.owner_id")
    .selectAll("views")
    .select("users.username");

type ViewRow = Awaited<ReturnType<ReturnType<typeof withOwner>["executeTakeFirstOrThrow"]>>;

const keptOf = (row: ViewRow): KeptView => ({
  id: row.id,
  ownerId: row.owner_id,
  owner: row.username,
  name: row.name,
  shared: row.shared !== 0,
  query: row.query,
  isDefault: row.is_default !== 0,
  createdAtMs: row.created_at_ms,
  updatedAtMs: row.updated_at_ms,
});

/** A view as `userId` sees it. */
export const viewFor = (kept: KeptView, userId: string): View => {
  const mine = kept.ownerId === userId;
  return {
    id: kept.id,
    name: kept.name,
    shared: kept.shared,
    query: kept.query,
    owner: kept.owner,
    mine,
    is_default: mine && kept.isDefault,
    created_at_ms: kept.createdAtMs,
    updated_at_ms: kept.updatedAtMs,
  };
};

const byName = new Intl.Collator("en", { numeric: true });

/** An operator's own views and the shared ones, by name. */
export async function listViews(db: Database, userId: string): Promise<View[]> {
  const rows = await withOwner(db)
    .where((each) => each.or([each("views.owner_id", "=", userId), each("views.shared", "=", 1)]))
    .execute();
  // Here, because each database has an order of its own.
  return rows
    .sort((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    .map((row) => viewFor(keptOf(row), userId));
}

/** The view of that id, whoever's it is. */
export async function findView(db: Database, id: string): Promise<KeptView | undefined> {
  const row = await withOwner(db).where("views.id", "=", id).executeTakeFirst();
  return row && keptOf(row);
}

const clearDefault = (db: Database, ownerId: string) =>
  db.updateTable("views").set({ is_default: 0 }).where("owner_id", "=", ownerId).execute();

/** Replicas take turns: a count and a default are of all of an owner's views. */
async function inTurn(db: Database, trx: Database): Promise<void> {
  if (dialectOf(db) === "postgres") await sql`select pg_advisory_xact_lock(720442)`.execute(trx);
}

/** Keeps a new view and answers its id; throws 409 when its owner has as many as are kept. */
export function addView(db: Database, ownerId: string, given: ViewCreate, nowMs: number): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await inTurn(db, trx);
    const { count } = await trx
      .selectFrom("views")
      .select((each) => each.fn.countAll<number | string>().as("count"))
      .where("owner_id", "=", ownerId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= viewLimits.perOwner)
      throw new Problem(409, "too_many_views", `You keep ${viewLimits.perOwner} views: delete one first.`);
    if (given.is_default === true) await clearDefault(trx, ownerId);
    const id = newId();
    await trx
      .insertInto("views")
      .values({
        id,
        owner_id: ownerId,
        name: given.name,
        shared: flag(given.shared),
        query: given.query,
        is_default: flag(given.is_default),
        created_at_ms: nowMs,
        updated_at_ms: nowMs,
      })
      .execute();
    return id;
  });
}

/** Changes what is given. An owner has one default at most: another one stops being it. */
export function changeView(db: Database, kept: KeptView, change: ViewUpdate, nowMs: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await inTurn(db, trx);
    if (change.is_default === true) await clearDefault(trx, kept.ownerId);
    const { name, query, shared, is_default: isDefault } = change;
    // To become the default is no change of the view itself.
    const changed = name !== undefined || query !== undefined || shared !== undefined;
    const { numUpdatedRows } = await trx
      .updateTable("views")
      .set({
        ...(name === undefined ? {} : { name }),
        ...(query === undefined ? {} : { query }),
        ...(shared === undefined ? {} : { shared: flag(shared) }),
        ...(isDefault === undefined ? {} : { is_default: flag(isDefault) }),
        updated_at_ms: changed ? nowMs : kept.updatedAtMs,
      })
      .where("id", "=", kept.id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Problem(404, "not_found", "There is no such view.");
  });
}

export async function removeView(db: Database, id: string): Promise<void> {
  await db.deleteFrom("views").where("id", "=", id).execute();
}
