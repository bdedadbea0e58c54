import { ownOperations } from "@/lib/bff/operations/operations";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";
import { readInventoryKind } from "@/lib/server/inventory/inventory-kind";
import { pinResource, unpinResource } from "@/lib/server/inventory/resource-writes";
import { findResource } from "@/lib/server/inventory/resources";

export const PUT = defineRoute(ownOperations.pinInventory, {
  handler: async ({ operator, input: { params, body } }) => {
    const kind = readInventoryKind(params.kind);
    const id = params.id_or_name;
    await pinResource(database(), { kind, id, label: body.label, by: operator.username }, Date.now());
    return { status: 200, body: await findResource(database(), kind, id) };
  },
});

export const DELETE = defineRoute(ownOperations.unpinInventory, {
  handler: async ({ input: { params } }) => {
    await unpinResource(database(), readInventoryKind(params.kind), params.id_or_name);
    return { status: 204 };
  },
});
