import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";

/** The address of a live view for a frame: relative where the dashboard relays it, else the API's own, with its signature.
 *  Never stored, logged or put into one of our URLs. */
const liveViewAddress = z.object({ url: z.string() });

/** The signed address of a session's DevTools endpoint, a secret as well. */
const cdpAddress = z.object({
  url: z.string(),
  /** When its signature expires, epoch milliseconds; null: the address does not say. It ends with the session anyway. */
  expires_at_ms: z.nullable(z.int()),
});
export type CdpAddress = z.infer<typeof cdpAddress>;

/** `view`: the ticket in the address; `readOnly`: the view takes no input. */
export const liveViewQuery = z.object({
  view: z.string().check(z.regex(/^[\w-]{1,4096}$/)),
  readOnly: z.optional(z.literal("true")),
});

const session = z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) });

export const liveViewOperations = defineOperations("Browsers", {
  openLiveView: {
    method: "POST",
    path: "/browsers/{id}/live-view",
    summary: "Open the live view of a browser; the answer has its signed address",
    params: session,
    answers: { 200: { kind: "json", schema: liveViewAddress } },
    errors: [404, 409, 502],
  },
  showLiveView: {
    method: "GET",
    path: "/live-view",
    summary: "The page of a relayed live view; its WebSocket is at /live-view/socket with the same query",
    query: liveViewQuery,
    answers: { 200: { kind: "bytes", contentType: "text/html; charset=utf-8" } },
    errors: [403, 404, 502],
  },
});

export const cdpOperations = defineOperations("Browsers", {
  revealCdpAddress: {
    method: "POST",
    path: "/browsers/{id}/cdp-address",
    summary: "Show the signed address of a browser's DevTools (CDP)",
    params: session,
    answers: { 200: { kind: "json", schema: cdpAddress } },
    errors: [404, 409, 502],
  },
});
