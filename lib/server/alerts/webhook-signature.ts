// The signature of a notice by the Standard Webhooks scheme.
import { createHmac } from "node:crypto";

/** The bytes of a secret: `whsec_` and their base64. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ""), "base64");

/** Value of `webhook-signature`: HMAC-SHA256 of id, time of sending in epoch seconds, and body. */
export function signatureOf(notice: { id: string; body: string }, secret: string, seconds: number): string {
  const text = `${notice.id}.${seconds}.${notice.body}`;
  return `v1,${createHmac("sha256", keyOf(secret)).update(text).digest("base64")}`;
}
