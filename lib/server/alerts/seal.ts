// Keeps an address and its signing secret readable to this dashboard alone: AES-256-GCM under a key derived from the
// session secret, bound to the row it belongs to.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

/** What is sealed of a webhook. */
export const sealedTarget = z.object({ url: z.string(), secret: z.string() });
export type SealedTarget = z.infer<typeof sealedTarget>;

const keyOf = (sessionSecret: string) =>
  Buffer.from(hkdfSync("sha256", sessionSecret, "", "fleetdeck webhook targets 1", 32));

/** Sealed text for the store; `id` is the row's. */
export function seal(target: SealedTarget, id: string, sessionSecret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(sessionSecret), nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(JSON.stringify(target)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

/** The target; undefined when it was sealed under another secret, for another row, or was damaged. */
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

/** A new signing secret. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64url")}`;
