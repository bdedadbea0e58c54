// Headers of every answer of the BFF: nothing is stored, sniffed, framed or run.
import { bffHeaders } from "../../bff/headers.ts";

/** Headers every answer carries, whatever its content. */
export const securityHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

/** Headers of a JSON answer. */
export const baseHeaders = (requestId: string) => ({
  ...securityHeaders,
  "content-type": "application/json; charset=utf-8",
  [bffHeaders.requestId]: requestId,
});
