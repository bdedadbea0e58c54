// A request that a session's browser sends for its client (@onkernel/sdk 0.84). The bounds but that of the time are ours.
import * as z from "zod/mini";
import { resource } from "./schema.ts";

/** Time limit of a request in milliseconds; the default is ours. */
export const curlTimeoutMs = { min: 1_000, max: 60_000, standard: 30_000 } as const;

const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~\w-]{1,256}$/, "is not a header name"));
const headerValue = z
  .string()
  .check(
    z.maxLength(16_384),
    z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, "has characters that a header cannot have"),
  );

/** Body of POST /browsers/{id}/curl; `response_encoding` is that of the answer's `body`, utf8 by default. */
export const curlRequest = z.object({
  url: z.string().check(
    z.maxLength(8192),
    z.regex(/^https?:\/\/\S/, "must be an address with http or https"),
    z.refine((url) => URL.canParse(url), "is not a valid address"),
  ),
  method: z.optional(z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])),
  headers: z.optional(z.record(headerName, headerValue)),
  body: z.optional(z.string()),
  timeout_ms: z.optional(z.int().check(z.minimum(curlTimeoutMs.min), z.maximum(curlTimeoutMs.max))),
  response_encoding: z.optional(z.enum(["utf8", "base64"])),
});

/** The response of the last address, after redirects. `duration_ms` is that of all of them. */
export const curlResponse = resource({
  status: z.int(),
  headers: z.record(z.string(), z.array(z.string())),
  body: z.string(),
  duration_ms: z.int().check(z.minimum(0)),
});
