// Inventory responses with defaults for fields that a test does not set.

import { type Dependents, type InventoryItem, inventoryKind, type UsedProfiles } from "@/lib/bff/inventory";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import type { ScriptedBff } from "./scripted-bff.ts";

export const inventoryItemOf = (
  kind: InventoryItem["kind"],
  id: string,
  given: Partial<InventoryItem> = {},
): InventoryItem => ({
  kind,
  id,
  name: null,
  source: "pinned",
  details: {},
  first_seen_ms: Date.now() - 60_000,
  last_seen_ms: Date.now(),
  ended_at_ms: null,
  label: null,
  pinned_by: null,
  ...given,
});

/** Serves the current `items`, and supports pinning and unpinning. */
export function scriptInventory(bff: ScriptedBff, items: InventoryItem[] = []): ScriptedBff {
  const at = (kind: string | undefined, id: string | undefined) =>
    items.findIndex((item) => item.kind === kind && item.id === id);
  return bff
    .list(inventoryOperations.listInventory, ({ query }) => {
      const [kind, pinned] = [query.get("kind"), query.get("pinned")];
      return items.filter(
        (item) => (kind === null || item.kind === kind) && (pinned === null || item.pinned_by !== null),
      );
    })
    .one(inventoryOperations.pinInventory, ({ params: { kind, id_or_name: id = "" }, body }) => {
      const label = labelFromBody(body);
      const place = at(kind, id);
      const known = items[place];

      const pinned = {
        ...(known ?? inventoryItemOf(inventoryKind.parse(kind), id)),
        label,
        pinned_by: "ada",
      };
      if (known === undefined) items.push(pinned);
      else items[place] = pinned;
      return pinned;
    })
    .on(inventoryOperations.unpinInventory, ({ params: { kind, id_or_name: id } }) => {
      const place = at(kind, id);
      const known = items[place];
      if (known !== undefined) items[place] = { ...known, label: null, pinned_by: null };
      return new Response(null, { status: 204 });
    });
}

function labelFromBody(body: unknown): string | null {
  const label = typeof body === "object" && body !== null && "label" in body ? body.label : undefined;
  return typeof label === "string" && label !== "" ? label : null;
}

export const dependentsOf = (given: Partial<Dependents> = {}): Dependents => ({
  at_ms: Date.now(),
  pools: { reach: "all", items: [] },
  sessions: { reach: "all", items: [] },
  invocations: { reach: "all", items: [] },
  ...given,
});

export const usedProfilesOf = (items: UsedProfiles["items"] = []): UsedProfiles => ({
  at_ms: Date.now(),
  pools: "all",
  sessions: "all",
  items,
});
