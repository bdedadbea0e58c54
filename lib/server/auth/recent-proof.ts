// A second proof of identity: what hands out credentials or changes accounts needs one that is a few minutes old at most,
// so that an unattended page or a copied cookie is not enough.
import "server-only";
import { proofCodes } from "../../bff/proof-codes.ts";
import { database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import type { SignInAttempt } from "./credentials.ts";
import { checkOwnPassword, requirePassword } from "./own-password.ts";
import type { SignedIn } from "./require-operator.ts";
import { findSignIn, proveSignIn } from "./sign-ins.ts";

const maxAgeMs = 5 * 60_000;

/** Whether a proof that was given then still counts. */
export const isRecentProof = (provedAtMs: number | null, nowMs: number): boolean =>
  provedAtMs !== null && nowMs - provedAtMs < maxAgeMs;

/** Operations that need a recent proof. */
const needProof: ReadonlySet<string> = new Set([
  // Contains live sign-ins of sites.
  "downloadProfile",
  // Controls a browser, with what it is signed in to, from anywhere.
  "revealCdpAddress",
  "createApiToken",
  "createAccount",
  "updateAccount",
  "resetAccount",
]);

/** Throws a Problem (403, one of `proofCodes`) when the operation needs a recent proof and there is none. The row is read
 *  again, because the proof may have been given on another replica a moment ago. */
export async function requireRecentProof(operation: { id: string }, operator: SignedIn): Promise<void> {
  if (!needProof.has(operation.id)) return;
  const found = await findSignIn(database(), operator.sid);
  if (isRecentProof(found?.provedAtMs ?? null, Date.now())) return;
  const [code, act] = found?.hasPassword
    ? [proofCodes.password, "Enter your password"]
    : [proofCodes.provider, "Sign in with single sign-on again"];
  throw new Problem(403, code, `${act} to confirm that it is you. That is valid for 5 min.`);
}

/** Accepts the password as a proof for this sign-in. Throws a Problem: 400 when it is wrong, 409 for an account without
 *  one, 429 after too many wrong ones. */
export async function proveWithPassword(
  operator: SignedIn,
  password: string,
  client: Omit<SignInAttempt, "username" | "password">,
): Promise<void> {
  await requirePassword(database(), operator.userId);
  await checkOwnPassword(operator.username, password, "password", client);
  await proveSignIn(database(), operator.sid, Date.now());
}
