import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readInventoryKind } from "@/lib/server/inventory/inventory-kind";
import { pinResource, unpinResource } from "@/lib/server/inventory/resource-writes";
import { findResource } from "@/lib/server/inventory/resources";

export const PUT = defineRoute(ownOperations.pinInventory, {
  handler: async ({ operator, input: { params, body }, db, nowMs }) => {
    const kind = readInventoryKind(params.kind);
    const id = params.id_or_name;
    await pinResource(db, { kind, id, label: body.label, by: operator.username }, nowMs);
    return { status: 200, body: await findResource(db, kind, id) };
  },
});

export const DELETE = defineRoute(ownOperations.unpinInventory, {
  answer: ({ input: { params }, db }) => unpinResource(db, readInventoryKind(params.kind), params.id_or_name),
});
