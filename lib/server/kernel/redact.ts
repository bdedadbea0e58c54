// Removes secrets from text before it is logged or shown: registered values, and anything shaped like a credential.
import { perProcess } from "./per-process.ts";

const secrets = () => perProcess("known-secrets", () => new Set<string>());

/** Registers a secret that must never leave the process, in all its usual encodings. Under 8 characters: ignored. */
export function registerSecret(secret: string): void {
  if (secret.length < 8) return;
  const bytes = Buffer.from(secret);
  for (const form of [
    secret,
    encodeURIComponent(secret),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ]) {
    secrets().add(form);
  }
}

/** True when the bytes or text contain a registered secret. */
export function containsSecret(content: { includes(part: string): boolean }): boolean {
  for (const secret of secrets()) if (content.includes(secret)) return true;
  return false;
}

const mark = "[redacted]";

/** The text with registered secrets replaced. */
export function withoutKnownSecrets(text: string): string {
  let clean = text;
  for (const secret of secrets()) clean = clean.replaceAll(secret, mark);
  return clean;
}

/**
 * The text with registered secrets and anything shaped like a credential replaced, for logs and error messages. Takes
 * time in proportion to the text, whatever it is: a pattern begins at few places or ends after few characters.
 */
export function redact(text: string): string {
  return withoutKnownSecrets(text)
    .replace(/(?<!\w|[\w-]-)eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, mark)
    .replace(/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${mark}`)
    .replace(
      /\b(jwt|token|access_token|secret|password|api_key|apikey)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/gi,
      `$1$2${mark}`,
    )
    .replace(/\b(\w{1,32}:\/\/)[^\s/@:]+:[^\s/@]+@/g, `$1${mark}@`);
}
