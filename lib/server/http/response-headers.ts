import { bffHeaders } from "../../bff/headers.ts";

/** Headers of every response of the BFF: content is never stored, sniffed, framed or executed. */
export const securityHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
} as const;

/** Headers of a JSON response. */
export const baseHeaders = (requestId: string) => ({
  ...securityHeaders,
  "content-type": "application/json; charset=utf-8",
  [bffHeaders.requestId]: requestId,
});
