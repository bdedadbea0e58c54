// Calls that need a recent proof of identity: the page asks for it, then the call is sent once more. The dialogs that made
// the call stay open meanwhile, with what was typed.
import { type ProofKind, proofCodes } from "../bff/proof-codes.ts";
import { sharedQuestion } from "./shared-question.ts";

/** For a proof; the answer is false when the operator declines. */
const question = sharedQuestion<[kind: ProofKind], boolean>();

export const handleProofRequests = question.handle;

function kindOf(error: unknown): ProofKind | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  if (code === proofCodes.password) return "password";
  return code === proofCodes.provider ? "provider" : undefined;
}

/** Runs `send`, and once more after the operator has given the proof that it needs; without one it fails as it did. */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const kind = kindOf(error);
    if (kind === undefined || !(await question.ask(kind))) throw error;
    return await send();
  }
}
