import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";

/** The signed address of a live view; never stored, logged or put into one of our URLs. */
const liveViewAddress = z.object({ url: z.string() });

export const liveViewOperations = defineOperations("Browsers", {
  openLiveView: {
    method: "POST",
    path: "/browsers/{id}/live-view",
    summary: "The signed address of a session's live view",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
    answers: { 200: { kind: "json", schema: liveViewAddress } },
    errors: [404, 409, 502],
  },
});
