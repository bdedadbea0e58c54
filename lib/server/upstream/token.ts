// The only holder of the API token. It is sent in the Authorization header of upstream calls and nowhere else, and
// registered with the redactor, so that an upstream that echoes it cannot expose it.
import "server-only";
import { createHash } from "node:crypto";
import { readApiToken } from "../kernel/env.ts";
import { registerSecret } from "../kernel/known-secrets.ts";
import { perProcess } from "../kernel/per-process.ts";

const cache = perProcess("api-token", (): { token?: string } => ({}));

function token(): string {
  const state = cache();
  if (state.token === undefined) {
    state.token = readApiToken();
    registerSecret(state.token);
  }
  return state.token;
}

/** Value of the Authorization header. Throws BadEnvironment when the token file cannot be read. */
export const authorization = (): string => `Bearer ${token()}`;

/** Makes the next call read the token again, as after a 401: the token file may have been rotated. */
export function forgetToken(): void {
  delete cache().token;
}

/** First 12 hex digits of the token's SHA-256. */
export const tokenFingerprint = (): string => createHash("sha256").update(token()).digest("hex").slice(0, 12);
