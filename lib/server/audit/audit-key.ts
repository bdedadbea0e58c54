// The key that signs the rows of the audit. The database does not hold it, so whoever can only write there can neither
// change a row nor make up a chain.
import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey } from "../kernel/derived-key.ts";
import { perProcess } from "../kernel/per-process.ts";

const holder = perProcess("audit-key", (): { key?: Buffer } => ({}));

/** Sets the process's key, derived from a secret that all replicas of a store have in common. */
export function setAuditKey(secret: string): void {
  holder().key = derivedKey(secret, "fleetdeck audit 1");
}

/** HMAC-SHA-256, in hex, of values in a fixed order. `kind` separates the uses of the key. */
export function sign(kind: "row" | "anchor" | "checkpoint", values: readonly unknown[]): string {
  const { key } = holder();
  if (key === undefined) throw new Error("The audit key is not set.");
  return createHmac("sha256", key)
    .update(JSON.stringify([kind, ...values]))
    .digest("hex");
}

/** Whether a signature is the one of these values. */
export function isSigned(
  signature: string,
  kind: Parameters<typeof sign>[0],
  values: readonly unknown[],
): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(kind, values))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
