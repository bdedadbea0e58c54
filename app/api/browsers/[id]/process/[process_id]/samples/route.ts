import { ownOperations } from "@/lib/bff/operations/operations";
import { readProcessSamples } from "@/lib/server/browsers/process-sample-queries";
import { defineRoute } from "@/lib/server/http/define-route";

export const GET = defineRoute(ownOperations.readProcessSamples, {
  answer: ({ input: { params, query }, db }) =>
    readProcessSamples(db, params, { sinceMs: query?.since_ms, untilMs: query?.until_ms }),
});
