import { type InventoryKind, inventoryKind, inventoryKinds } from "../../bff/inventory.ts";
import { InvalidInput } from "../../contract/request.ts";

/** Parses the kind in a path; throws InvalidInput (400) for an unknown one. */
export function readInventoryKind(text: string): InventoryKind {
  const read = inventoryKind.safeParse(text);
  if (read.success) return read.data;
  throw new InvalidInput([{ path: "params.kind", message: `must be one of ${inventoryKinds.join(", ")}` }]);
}
