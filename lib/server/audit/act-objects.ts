// The resource that an act was done to, from its operation and what the audit has as its target.

import { type InventoryKind, inventoryKind } from "../../bff/inventory.ts";
import { ownOperations } from "../../bff/operations/operations.ts";
import { allOperations } from "../../contract/operations/operations.ts";
import type { Database } from "../db/database.ts";

export interface ActObject {
  kind: InventoryKind;
  id: string;
}

/** The first segment of a path whose second one is an id. */
const kindOfSegment: ReadonlyMap<string, InventoryKind> = new Map([
  ["invocations", "invocation"],
  ["browsers", "session"],
  ["browser_pools", "pool"],
  ["pools", "pool"],
  ["proxies", "proxy"],
  ["profiles", "profile"],
]);

const kindOfAction: ReadonlyMap<string, InventoryKind> = new Map([
  ...[...allOperations, ...Object.values(ownOperations)].flatMap(({ id, path }) => {
    const kind = kindOfSegment.get(/^\/([^/]+)\/\{/.exec(path)?.[1] ?? "");
    return kind === undefined ? [] : [[id, kind] as const];
  }),
  ["deletePictures", "session"],
  ["createInvocation", "invocation"],
]);
const pins: ReadonlySet<string> = new Set(["pinInventory", "unpinInventory"]);

/** The resource of an act; `made`: the id in its answer. Undefined when it has none, or one that is no resource. */
export function objectOf(action: string, target: string, made: string | null): ActObject | undefined {
  // A refused call has its path.
  const [, segment, refusedId] = /^\/api\/([^/]+)\/([^/]+)/.exec(target) ?? [];
  if (segment !== undefined && refusedId !== undefined) {
    const kind = kindOfSegment.get(segment);
    return kind && { kind, id: refusedId };
  }
  const [id = "", ...rest] = target.split(/[/ ]/);
  if (pins.has(action)) {
    const kind = inventoryKind.safeParse(id);
    return kind.success && rest.length > 0 ? { kind: kind.data, id: target.slice(id.length + 1) } : undefined;
  }
  const kind = kindOfAction.get(action);
  if (kind === undefined) return undefined;
  // What an invocation was made of is its target until there is an answer.
  if (action === "createInvocation") return made === null || made === target ? undefined : { kind, id: made };
  return id === "" ? undefined : { kind, id };
}

/** The labels or names of resources, by `kind id`; of an invocation, its action. */
export async function namesOf(
  db: Database,
  objects: readonly ActObject[],
): Promise<ReadonlyMap<string, string>> {
  if (objects.length === 0) return new Map();
  const ids = [...new Set(objects.map(({ id }) => id))];
  const resources = await db
    .selectFrom("resources")
    .select(["kind", "id", "name", "label"])
    .where("kind", "in", [...new Set(objects.map(({ kind }) => kind))])
    .where("id", "in", ids)
    .execute();
  const invocations = await db
    .selectFrom("invocations")
    .select(["id", "action_name"])
    .where("id", "in", ids)
    .execute();
  return new Map([
    ...invocations.map(({ id, action_name: name }) => [`invocation ${id}`, name] as const),
    ...resources.flatMap(({ kind, id, name, label }) => {
      const shown = [label, name].find((each) => each !== null && each !== "");
      return shown == null ? [] : [[`${kind} ${id}`, shown] as const];
    }),
  ]);
}
