import { bffHeaders } from "../../bff/headers.ts";

/** Headers that every answer has whose maker has set none: files, and refusals before any route. Scripts and styles of our
 *  own files may load their like, as workers do; nothing may frame them. `isHttps`: browsers reach the dashboard by https. */
export const defaultHeaders = (isHttps: boolean): Readonly<Record<string, string>> => ({
  "content-security-policy":
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  // A year, for this host alone: other hosts of the domain may be someone else's.
  ...(isHttps ? { "strict-transport-security": "max-age=31536000" } : {}),
});

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
