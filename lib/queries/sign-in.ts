// Sign-in: a fresh form token, then the form. Not a query, because nothing of it is cached.

import * as z from "zod/mini";
import { apiAddress } from "../bff/base-path.ts";
import { failureOf, reach } from "./bff.ts";

const csrfAnswer = z.object({ csrfToken: z.string() });

async function csrfToken(): Promise<string> {
  const token = await reach(apiAddress("/auth/csrf"));
  if (!token.ok) throw await failureOf(token);
  return csrfAnswer.parse(await token.json()).csrfToken;
}

/** Signs in; the cookie is set when this resolves. Throws BffError `wrong_credentials`, `locked`, `slowed` or `busy`. */
export async function signIn(username: string, password: string): Promise<void> {
  const body = new URLSearchParams({ username, password, csrfToken: await csrfToken() });
  const answer = await reach(apiAddress("/auth/callback/credentials"), { method: "POST", body });
  if (!answer.ok) throw await failureOf(answer);
}

const whoAnswer = z.object({ operator: z.object({ username: z.string() }) });

/** The account that this browser is signed in with; undefined: none. */
export async function signedInAs(signal: AbortSignal): Promise<string | undefined> {
  const answer = await reach(apiAddress("/session"), { signal });
  if (answer.status === 401) return undefined;
  if (!answer.ok) throw await failureOf(answer);
  return whoAnswer.parse(await answer.json()).operator.username;
}

const startAnswer = z.object({ url: z.url() });

async function addressAtProvider(form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ ...form, csrfToken: await csrfToken() });
  const answer = await reach(apiAddress("/auth/signin/oidc"), { method: "POST", body });
  if (!answer.ok) throw await failureOf(answer);
  return startAnswer.parse(await answer.json()).url;
}

/** The address at the OpenID provider to go to; it leads back to the page `next`. Throws BffError. */
export const startAtProvider = (next: string): Promise<string> => addressAtProvider({ callbackUrl: next });

/** The same for a proof of identity: the provider asks again, also those who are signed in there. */
export const proveAtProvider = (): Promise<string> => addressAtProvider({ callbackUrl: "/", prove: "1" });
