import { ownOperations } from "@/lib/bff/operations";
import { defineRoute } from "@/lib/server/routes/define-route";
import { database } from "@/lib/server/store/database";
import { readProcessSamples } from "@/lib/server/store/process-samples";

export const GET = defineRoute(ownOperations.readProcessSamples, {
  handler: async ({ input: { params, query } }) => ({
    status: 200,
    body: await readProcessSamples(database(), params, {
      sinceMs: query?.since_ms,
      untilMs: query?.until_ms,
    }),
  }),
});
