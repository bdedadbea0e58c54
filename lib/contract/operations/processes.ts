import { z } from "zod";
import { defineOperation, type Operation } from "../operation.ts";
import { processStatus } from "../processes.ts";
import { id, none } from "./parts.ts";

export const processOperations = {
  retrieveProcessStatus: defineOperation({
    id: "retrieveProcessStatus",
    tag: "Browsers",
    shown: true,
    method: "GET",
    path: "/browsers/{id}/process/{process_id}/status",
    summary: "Status of a process in the browser instance",
    params: z.object({ ...id.shape, process_id: z.string().min(1).max(255) }),
    query: none,
    answers: { 200: { kind: "json", schema: processStatus } },
    errors: [400, 404],
  }),
} satisfies Record<string, Operation>;
