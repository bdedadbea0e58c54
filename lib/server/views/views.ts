// Saved views, personal or shared. The routes check the rights (view-rights.ts).
import { randomBytes } from "node:crypto";
import { type View, type ViewCreate, type ViewUpdate, viewLimits } from "../../bff/views.ts";
import { countRows, rowCount } from "../db/bounded-list.ts";
import type { Database } from "../db/database.ts";
import { lockReplicas } from "../db/lock-replicas.ts";
import type { Tables } from "../db/tables.ts";
import { changeTime } from "../kernel/change-time.ts";
import { noSuch, Problem } from "../kernel/problem.ts";

/** A stored view with its owner's name. */
export type StoredView = Tables["views"] & { username: string };

const newId = () => `v${randomBytes(12).toString("hex").slice(0, 23)}`;
const flag = (value: boolean | undefined) => (value === true ? 1 : 0);

const withOwner = (db: Database) =>
  db
    .selectFrom("views")
    .innerJoin("users", "users.id", "views.owner_id")
    .selectAll("views")
    .select("users.username");

/** A view as returned to `userId`. */
export const viewFor = (
  { owner_id: ownerId, username: owner, shared, is_default: isDefault, ...view }: StoredView,
  userId: string,
): View => {
  const mine = ownerId === userId;
  return { ...view, owner, mine, shared: shared !== 0, is_default: mine && isDefault !== 0 };
};

const byName = new Intl.Collator("en", { numeric: true });

/** An operator's own views and the shared ones, by name. */
export async function listViews(db: Database, userId: string): Promise<View[]> {
  const rows = await withOwner(db)
    .where((each) => each.or([each("views.owner_id", "=", userId), each("views.shared", "=", 1)]))
    .execute();
  // Sorted here, because the databases collate differently.
  return rows
    .sort((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    .map((row) => viewFor(row, userId));
}

/** The view of that id, of any owner. */
export const findView = (db: Database, id: string): Promise<StoredView | undefined> =>
  withOwner(db).where("views.id", "=", id).executeTakeFirst();

const clearDefault = (db: Database, ownerId: string) =>
  db.updateTable("views").set({ is_default: 0 }).where("owner_id", "=", ownerId).execute();

/** A count and a default concern all of an owner's views. */
const lockViews = (db: Database, trx: Database) => lockReplicas(db, trx, "views");

/** Throws 409 when the owner has another view of that name: a menu would list two that look alike. */
async function checkName(trx: Database, ownerId: string, name: string, id?: string): Promise<void> {
  const taken = await trx
    .selectFrom("views")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .where("id", "!=", id ?? "")
    .executeTakeFirst();
  if (taken !== undefined)
    throw new Problem(409, "name_taken", "There is a view of this name already. Enter another one.");
}

/** Stores a new view and returns its id; throws 409 when its owner has reached the limit, or has one of that name. */
export function addView(db: Database, ownerId: string, given: ViewCreate, nowMs: number): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockViews(db, trx);
    const own = trx.selectFrom("views").where("owner_id", "=", ownerId);
    if ((await countRows(own.select(rowCount))) >= viewLimits.perOwner)
      throw new Problem(409, "too_many_views", `You have ${viewLimits.perOwner} views. Delete one first.`);
    await checkName(trx, ownerId, given.name);
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

/**
 * Changes the given fields. An owner has one default at most: a new one replaces it. Throws 404, or 409 for a name that is
 * taken and where the view was changed since `expected_updated_at_ms`.
 */
export function changeView(db: Database, view: StoredView, change: ViewUpdate, nowMs: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockViews(db, trx);
    const { name, query, shared, is_default: isDefault, expected_updated_at_ms: expectedMs } = change;
    const before = await findView(trx, view.id);
    if (before === undefined) throw noSuch("view");
    const updatedAtMs = changeTime(
      before.updated_at_ms,
      { nowMs, expectedMs },
      { code: "view_changed", message: "The view was changed after you opened it." },
    );
    if (name !== undefined && name !== view.name) await checkName(trx, view.owner_id, name, view.id);
    if (isDefault === true) await clearDefault(trx, view.owner_id);
    // Becoming the default does not change the view itself.
    const changed = name !== undefined || query !== undefined || shared !== undefined;
    await trx
      .updateTable("views")
      .set({
        ...(name === undefined ? {} : { name }),
        ...(query === undefined ? {} : { query }),
        ...(shared === undefined ? {} : { shared: flag(shared) }),
        ...(isDefault === undefined ? {} : { is_default: flag(isDefault) }),
        updated_at_ms: changed ? updatedAtMs : before.updated_at_ms,
      })
      .where("id", "=", view.id)
      .execute();
  });
}

export async function removeView(db: Database, id: string): Promise<void> {
  await db.deleteFrom("views").where("id", "=", id).execute();
}
