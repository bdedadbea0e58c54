// Encrypts a webhook's address and signing secret: AES-256-GCM with a key derived from the session secret, bound to the
// row's id.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

/** The encrypted part of a webhook. */
export const sealedTarget = z.object({ url: z.string(), secret: z.string() });
export type SealedTarget = z.infer<typeof sealedTarget>;

const keyOf = (sessionSecret: string) =>
  Buffer.from(hkdfSync("sha256", sessionSecret, "", "fleetdeck webhook targets 1", 32));

/** Encrypts a target for the row `id`. */
export function seal(target: SealedTarget, id: string, sessionSecret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(sessionSecret), nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(JSON.stringify(target)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

/** Decrypts a target; undefined when it was sealed with another secret, for another row, or is damaged. */
export function unseal(sealed: string, id: string, sessionSecret: string): SealedTarget | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const cipher = createDecipheriv("aes-256-gcm", keyOf(sessionSecret), bytes.subarray(0, 12));
    cipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(12, 28));
    const text = Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]);
    return sealedTarget.safeParse(JSON.parse(text.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

/** A new signing secret by the Standard Webhooks scheme. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;
