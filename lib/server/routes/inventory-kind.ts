import { type InventoryKind, inventoryKind, inventoryKinds } from "../../bff/inventory.ts";
import { InvalidInput } from "../../contract/request.ts";

/** The kind a path names; throws InvalidInput (400) for any other word. */
export function readInventoryKind(text: string): InventoryKind {
  const read = inventoryKind.safeParse(text);
  if (read.success) return read.data;
  throw new InvalidInput([{ path: "params.kind", message: `must be one of ${inventoryKinds.join(", ")}` }]);
}
