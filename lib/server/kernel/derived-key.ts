import { hkdfSync } from "node:crypto";

/** A key of 32 bytes for one purpose, derived from a secret (RFC 5869, SHA-256). */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
