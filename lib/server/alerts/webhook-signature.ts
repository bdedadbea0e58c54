// The signature of a notice by the Standard Webhooks scheme.
import { createHmac } from "node:crypto";

/** The bytes after `whsec_`, in base64 or base64url; of any other secret its text as UTF-8. */
function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([\w+/-]+={0,2})$/.exec(secret)?.[1];
  return encoded === undefined ? Buffer.from(secret, "utf8") : Buffer.from(encoded, "base64");
}

/** Value of `webhook-signature`: HMAC-SHA256 of id, time of sending in epoch seconds, and body. */
export function signatureOf(notice: { id: string; body: string }, secret: string, seconds: number): string {
  const text = `${notice.id}.${seconds}.${notice.body}`;
  return `v1,${createHmac("sha256", keyOf(secret)).update(text).digest("base64")}`;
}
