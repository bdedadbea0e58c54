import * as z from "zod/mini";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { processSampleQuery, processSamples } from "../process-samples.ts";

const given = z.string().check(z.minLength(1), z.maxLength(255));

export const processSampleOperations = {
  readProcessSamples: defineOperation({
    id: "readProcessSamples",
    tag: "Browsers",
    shown: false,
    method: "GET",
    path: "/browsers/{id}/process/{process_id}/samples",
    summary: "CPU and memory of a process as recorded while somebody watched it, also after its end",
    params: z.object({ id: given, process_id: given }),
    query: processSampleQuery,
    answers: { 200: { kind: "json", schema: processSamples } },
    errors: [],
  }),
} satisfies Record<string, Operation>;
