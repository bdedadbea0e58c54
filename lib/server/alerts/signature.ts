// How a receiver knows that a notice is ours and new: HMAC-SHA256 over time and body.
import { createHmac } from "node:crypto";

/** Value of `x-fleetdeck-signature` for a body sent at that time. */
export function signatureOf(body: string, secret: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  const sum = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${sum}`;
}
