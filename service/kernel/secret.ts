// The secret of a data folder.
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

/** 32 bytes of the data folder's file, made when it has none: tokens and sealed passwords stay valid after a restart. */
export function loadOrCreateSecret(file: string): Uint8Array {
  try {
    const stored = readFileSync(file);
    if (stored.length >= 32) return stored;
  } catch {
    // Generated below.
  }
  const secret = randomBytes(32);
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
