// What an act was done to, from its operation and what the audit has as its target.

import { type RawBuilder, sql } from "kysely";
import { type ActObjectKind, idInTarget } from "../../bff/audit.ts";
import { inventoryKind } from "../../bff/inventory.ts";
import { ownOperations } from "../../bff/operations/operations.ts";
import { allOperations } from "../../contract/operations/operations.ts";
import type { Database } from "../db/database.ts";
import { containsText } from "../db/lower-case.ts";

export interface ActObject {
  kind: ActObjectKind;
  id: string;
}

/** By the part of a path before an id. */
const kindOfPlace: ReadonlyMap<string, ActObjectKind> = new Map([
  ["invocations", "invocation"],
  ["browsers", "session"],
  ["browser_pools", "pool"],
  ["pools", "pool"],
  ["proxies", "proxy"],
  ["profiles", "profile"],
  ["alerts", "alert"],
  ["alerts/rules", "alert_rule"],
  ["alerts/webhooks", "webhook"],
  ["views", "view"],
  ["annotations", "annotation"],
]);

interface ObjectPlace {
  kind: ActObjectKind;
  place: string;
}

const placeOfAction: ReadonlyMap<string, ObjectPlace> = new Map(
  [...allOperations, ...Object.values(ownOperations)].flatMap(({ id, path }) => {
    const place = /^\/([^{]+)\/\{/.exec(path)?.[1] ?? "";
    const kind = kindOfPlace.get(place);
    return kind === undefined ? [] : [[id, { kind, place }] as const];
  }),
);
const pins: ReadonlySet<string> = new Set(["pinInventory", "unpinInventory"]);

/** What follows a pool or profile in the target of an act: both may be addressed by names, which may have spaces. */
const afterName: ReadonlyMap<string, RegExp> = new Map([
  ["releaseBrowser", / \([^ ,()]+(?:, not reused)?\)$/],
  ["updatePool", / \(\w+: .*$/s],
  ["deletePool", / with its acquired browsers$/],
  ["setPoolRate", / to (?:the observed rate|[\d.]+ per minute)$/],
  ["updateProfile", / to .*$/s],
]);

/** The id, or the name of a pool or profile, that a target begins with. */
function addressIn(action: string, target: string, kind: ActObjectKind): string {
  if (kind !== "pool" && kind !== "profile") return idInTarget(target);
  const after = afterName.get(action);
  return after === undefined ? target : target.replace(after, "");
}

/** The object of an act; `made`: the id in its answer. Undefined when it has none, or one of another kind. */
export function objectOf(action: string, target: string, made: string | null): ActObject | undefined {
  const id = idInTarget(target);
  if (pins.has(action)) {
    const kind = inventoryKind.safeParse(id);
    return kind.success && target.length > id.length
      ? { kind: kind.data, id: target.slice(id.length + 1) }
      : undefined;
  }
  // What an invocation was made of is its target until there is an answer.
  if (action === "createInvocation")
    return made === null || made === target ? undefined : { kind: "invocation", id: made };
  if (action === "deletePictures") return id === "" ? undefined : { kind: "session", id };
  const found = placeOfAction.get(action);
  if (found === undefined) return undefined;
  // A refused call has its path.
  const path = `/api/${found.place}/`;
  const named = target.startsWith(path)
    ? (target.slice(path.length).split("/")[0] ?? "")
    : addressIn(action, target, found.kind);
  return named === "" ? undefined : { kind: found.kind, id: named };
}

/** Names that are not in the inventory: of what operators made in the dashboard. A personal view is its owner's concern. */
const ownNames: ReadonlyMap<ActObjectKind, RawBuilder<unknown>> = new Map([
  [
    "alert",
    sql`select id, rule_name || case when label = '' then '' else ': ' || label end as name from alerts`,
  ],
  ["alert_rule", sql`select id, name from alert_rules`],
  ["webhook", sql`select id, name from webhooks`],
  ["view", sql`select id, name from views where shared = 1`],
  ["annotation", sql`select id, note as name from annotations`],
]);

interface Named {
  id: string;
  name: string | null;
}

async function namesOfKind(db: Database, kind: ActObjectKind, ids: readonly string[]): Promise<Named[]> {
  const own = ownNames.get(kind);
  if (own !== undefined) {
    const among = sql.join(ids);
    return (await sql<Named>`select id, name from (${own}) as named where id in (${among})`.execute(db)).rows;
  }
  const resources = await db
    .selectFrom("resources")
    .select(["id", "name", "label"])
    .where("kind", "=", kind)
    .where("id", "in", ids)
    .execute();
  const invocations =
    kind === "invocation"
      ? await db
          .selectFrom("invocations")
          .select(["id", "action_name as name"])
          .where("id", "in", ids)
          .execute()
      : [];
  return [...invocations, ...resources.map(({ id, name, label }) => ({ id, name: label || name }))];
}

/** The labels or names that objects have now, by `kind id`; of an invocation, its action. */
export async function namesOf(
  db: Database,
  objects: readonly ActObject[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [kind, some] of Map.groupBy(objects, (object) => object.kind))
    for (const { id, name } of await namesOfKind(db, kind, [...new Set(some.map((object) => object.id))]))
      if (name) names.set(`${kind} ${id}`, name);
  return names;
}

/** Databases limit the bound values of a statement. */
const mostNamed = 1_000;

/** The ids of objects of which a name or label now contains `part`, in any case: of resources those seen last. */
export async function idsNamed(db: Database, part: string): Promise<string[]> {
  const contains = (column: string) => containsText(db, sql.ref(column), part);
  const found = await db
    .selectFrom("resources")
    .select("id")
    .where(({ or }) => or([contains("name"), contains("label")]))
    .groupBy("id")
    .orderBy(sql`max(last_seen_ms)`, "desc")
    .limit(mostNamed)
    .execute();
  const own = sql.join(
    [...ownNames.values()].map((names) => sql`select * from (${names}) as part`),
    sql` union all `,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${own}) as named where ${contains("name")} limit ${mostNamed}`.execute(db);
  return [...rows, ...found].map(({ id }) => id).slice(0, mostNamed);
}

/** What the target of an act that begins is called. Undefined where it has no name. */
export async function nameOfTarget(
  db: Database,
  { action, target = "" }: { action: string; target?: string | undefined },
): Promise<string | undefined> {
  const object = objectOf(action, target, null);
  return object && (await namesOf(db, [object])).get(`${object.kind} ${object.id}`);
}
