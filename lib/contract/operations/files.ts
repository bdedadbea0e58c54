import { fileMove } from "../files.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { empty, id, none } from "./parts.ts";

export const fileOperations = {
  moveFile: defineOperation({
    id: "moveFile",
    tag: "Browsers",
    shown: true,
    method: "PUT",
    path: "/browsers/{id}/fs/move",
    summary: "Move or rename a file or directory in the browser instance",
    params: id,
    query: none,
    body: { kind: "json", schema: fileMove, required: true, closed: true },
    answers: { 200: empty },
    errors: [400, 403, 404],
  }),
} satisfies Record<string, Operation>;
