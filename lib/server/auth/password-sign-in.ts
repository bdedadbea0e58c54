import "server-only";
import { env } from "../kernel/env.ts";
import { Problem } from "../kernel/problem.ts";

/** Throws a Problem (403) where SIGN_IN_PASSWORD is off. */
export function requirePasswordSignIn(): void {
  const { password, oidc } = env().signIn;
  if (password) return;
  throw new Problem(403, "password_sign_in_off", `Passwords are off here. Sign in with ${oidc?.name}.`);
}
