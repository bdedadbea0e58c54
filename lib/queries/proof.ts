// Calls that need a recent proof of identity: the page asks for it, then the call is sent once more. The dialogs that made
// the call stay open meanwhile, with what was typed.
import { type ProofKind, proofCodes } from "../bff/proof-codes.ts";

/** Asks the operator for a proof; false when they decline. */
type AskForProof = (kind: ProofKind) => Promise<boolean>;

let ask: AskForProof | undefined;
let pending: Promise<boolean> | undefined;

/** Makes `handler` answer requests for a proof until the returned function is called. */
export function handleProofRequests(handler: AskForProof): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = undefined;
  };
}

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
    if (kind === undefined || ask === undefined) throw error;
    // One question answers calls that were sent at the same time.
    pending ??= ask(kind).finally(() => {
      pending = undefined;
    });
    if (!(await pending)) throw error;
    return await send();
  }
}
