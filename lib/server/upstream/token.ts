// The only place that holds the API token. It goes into the Authorization header of an upstream call and nowhere
// else; the redactor learns it here, so that an upstream that echoes it cannot make us show it.
import "server-only";
import { createHash } from "node:crypto";
import { readApiToken } from "../env.ts";
import { perProcess } from "../per-process.ts";
import { neverShow } from "../redact.ts";

const kept = () => perProcess("api-token", (): { token?: string } => ({}));

function token(): string {
  const state = kept();
  if (state.token === undefined) {
    state.token = readApiToken();
    neverShow(state.token);
  }
  return state.token;
}

/** Value of the Authorization header. */
export const authorization = (): string => `Bearer ${token()}`;

/** After an upstream 401: a rotated token file is read again with the next call. */
export function forgetToken(): void {
  delete kept().token;
}

/** First 12 hex digits of the token's SHA-256. */
export const tokenFingerprint = (): string => createHash("sha256").update(token()).digest("hex").slice(0, 12);
