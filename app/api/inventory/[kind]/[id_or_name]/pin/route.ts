import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { readInventoryKind } from "@/lib/server/routes/inventory-kind";
import { database } from "@/lib/server/store/database";
import { findSeen, pinSeen, unpinSeen } from "@/lib/server/store/inventory";

export const PUT = defineRoute(ownOperations.pinInventory, {
  handler: async ({ operator, input: { params, body } }) => {
    const kind = readInventoryKind(params.kind);
    const id = params.id_or_name;
    await pinSeen(database(), { kind, id, label: body.label, by: operator.username }, Date.now());
    return { status: 200, body: await findSeen(database(), kind, id) };
  },
});

export const DELETE = defineRoute(ownOperations.unpinInventory, {
  handler: async ({ input: { params } }) => {
    await unpinSeen(database(), readInventoryKind(params.kind), params.id_or_name);
    return { status: 204 };
  },
});
