import { operations } from "@/lib/contract/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(operations.killProcess, {
  audit: { target: ({ params, body }) => `${params.id}/${params.process_id} ${body.signal}` },
});
