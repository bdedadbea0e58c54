// Encrypts texts that are stored: AES-256-GCM with a key derived from the session secret, bound to the row's id.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { derivedKey } from "./derived-key.ts";

/** `purpose` separates the keys of different kinds of rows. */
export interface Seal {
  id: string;
  purpose: string;
  sessionSecret: string;
}

const keyOf = ({ sessionSecret, purpose }: Seal) => derivedKey(sessionSecret, purpose);

/** Encrypts a text for the row `id`. */
export function sealText(text: string, seal: Seal): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(seal), nonce).setAAD(Buffer.from(seal.id));
  const bytes = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString("base64url");
}

/** Decrypts a text; undefined when it was sealed with another secret, for another row, or is damaged. */
export function unsealText(sealed: string, seal: Seal): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const cipher = createDecipheriv("aes-256-gcm", keyOf(seal), bytes.subarray(0, 12));
    cipher.setAAD(Buffer.from(seal.id)).setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
