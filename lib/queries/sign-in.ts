// Sign-in: a fresh form token, then the form. Not a query, because nothing of it is cached.
import * as z from "zod/mini";
import { failureOf, reach } from "./bff.ts";

const csrfAnswer = z.object({ csrfToken: z.string() });

/** Signs in; the cookie is set when this resolves. Throws BffError `wrong_credentials`, `locked`, `slowed` or `busy`. */
export async function signIn(username: string, password: string): Promise<void> {
  const token = await reach("/api/auth/csrf");
  if (!token.ok) throw await failureOf(token);
  const { csrfToken } = csrfAnswer.parse(await token.json());
  const body = new URLSearchParams({ username, password, csrfToken });
  const answer = await reach("/api/auth/callback/credentials", { method: "POST", body });
  if (!answer.ok) throw await failureOf(answer);
}
