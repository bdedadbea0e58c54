// Encrypts passwords in the database file: a copy of that file is useless without the service's secret, which is
// stored beside it. It does not protect against someone who can read both.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

export class Seal {
  readonly #key: Buffer;

  /** `secret`: at least 32 random bytes; the key is derived from it for this use only. */
  constructor(secret: Uint8Array) {
    if (secret.length < 32) throw new Error("the sealing secret must have at least 32 bytes");
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "fleetdeck stored passwords", 32));
  }

  /** `owner` identifies the row; it is authenticated, so sealed text cannot be moved to another row. */
  close(text: string, owner: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
  }

  /** Undefined when it was sealed with another secret or for another owner, or altered since. */
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
