import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { processOutputEvent } from "../process-output.ts";
import { processSampleQuery, processSamples } from "../process-samples.ts";

const given = z.string().check(z.minLength(1), z.maxLength(255));

export const processSampleOperations = defineOperations("Browsers", {
  readProcessSamples: {
    method: "GET",
    path: "/browsers/{id}/process/{process_id}/samples",
    summary:
      "Get the recorded CPU and memory of a process, sampled while a page showed it; also after its end",
    params: z.object({ id: given, process_id: given }),
    query: processSampleQuery,
    answers: { 200: { kind: "json", schema: processSamples } },
  },
  followProcessOutput: {
    method: "GET",
    path: "/browsers/{id}/process/{process_id}/output",
    summary: "Follow the output of a process as text, and its exit; each part goes to one reader only",
    params: z.object({ id: given, process_id: given }),
    answers: { 200: { kind: "events", item: processOutputEvent } },
    errors: [400, 404],
  },
});
