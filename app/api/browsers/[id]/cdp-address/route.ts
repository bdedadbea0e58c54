import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { cdpAddressOf } from "@/lib/server/upstream/cdp-address";

export const POST = defineRoute(ownOperations.revealCdpAddress, {
  answer: ({ input }) => cdpAddressOf(input.params.id),
});
