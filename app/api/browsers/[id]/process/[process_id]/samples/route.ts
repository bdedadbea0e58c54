import { ownOperations } from "@/lib/bff/operations/operations";
import { readProcessSamples } from "@/lib/server/browsers/process-sample-queries";
import { database } from "@/lib/server/db/database";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.readProcessSamples, {
  handler: async ({ input: { params, query } }) => ({
    status: 200,
    body: await readProcessSamples(database(), params, {
      sinceMs: query?.since_ms,
      untilMs: query?.until_ms,
    }),
  }),
});
