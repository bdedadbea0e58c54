import { operations } from "@/lib/contract/operations/operations";
import { targetOfChange } from "@/lib/server/audit/fields-set";
import { defineRoute } from "@/lib/server/http/define-route";
import { withSize } from "@/lib/server/pools/with-size";

export const GET = defineRoute(operations.retrievePool);
export const PATCH = defineRoute(operations.updatePool, {
  sends: withSize,
  audit: { target: ({ params, body }) => targetOfChange(params.id_or_name, body) },
});
export const DELETE = defineRoute(operations.deletePool, {
  audit: {
    target: ({ params, body }) =>
      body?.force === true ? `${params.id_or_name} with its acquired browsers` : params.id_or_name,
  },
});
