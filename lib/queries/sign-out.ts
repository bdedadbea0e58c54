import { apiAddress } from "../bff/base-path.ts";
import { sessionOperations } from "../bff/operations/session.ts";
import { failureOf, reach } from "./bff.ts";

/** Ends the sign-in of this browser; also resolves when there is none any more, and asks for none. Throws BffError. */
export async function endSignIn(): Promise<void> {
  const { method, path } = sessionOperations.signOut;
  const answer = await reach(apiAddress(path), { method });
  if (!answer.ok && answer.status !== 401) throw await failureOf(answer);
}
