// Keeps passwords unreadable in the database file: whoever copies that alone, without the service's secret beside
// it, has nothing. It does not help against someone who can read both.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

export class Seal {
  readonly #key: Buffer;

  /** `secret`: at least 32 random bytes; keys for other uses are derived under other names. */
  constructor(secret: Uint8Array) {
    if (secret.length < 32) throw new Error("the sealing secret must have at least 32 bytes");
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "fleetdeck stored passwords", 32));
  }

  /** `owner` names the row it is stored in: sealed text opens nowhere else. */
  close(text: string, owner: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
  }

  /** Undefined when it was sealed with another secret, for another owner, or altered since. */
  open(sealed: string, owner: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64");
    const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)];
    try {
      const decipher = createDecipheriv(algorithm, this.#key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(owner))
        .setAuthTag(tag);
      const rest = bytes.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(rest), decipher.final()]).toString("utf8");
    } catch {
      return undefined;
    }
  }
}
