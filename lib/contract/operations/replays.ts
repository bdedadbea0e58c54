import { z } from "zod";
import { defineOperation, type Operation } from "../operation.ts";

import { empty, id, none } from "./parts.ts";

export const replayOperations = {
  stopReplay: defineOperation({
    id: "stopReplay",
    tag: "Browsers",
    shown: true,
    method: "POST",
    path: "/browsers/{id}/replays/{replay_id}/stop",
    summary: "Stop a replay recording and persist the video",
    params: z.object({ ...id.shape, replay_id: z.string().min(1).max(255) }),
    query: none,
    answers: { 200: empty },
    errors: [400, 403, 404],
  }),
} satisfies Record<string, Operation>;
