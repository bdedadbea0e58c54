import { extensionsUpload } from "../extensions.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { empty, id, none } from "./parts.ts";

export const extensionOperations = {
  uploadBrowserExtensions: defineOperation({
    id: "uploadBrowserExtensions",
    tag: "Browsers",
    shown: true,
    method: "POST",
    path: "/browsers/{id}/extensions",
    summary: "Load unpacked extensions into a running browser and restart Chromium",
    params: id,
    query: none,
    body: { kind: "multipart", schema: extensionsUpload, required: true },
    answers: { 201: empty },
    errors: [400, 403, 404],
  }),
} satisfies Record<string, Operation>;
