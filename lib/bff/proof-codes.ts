// Apart from the schemas of accounts: every page has the codes.

/** Codes of refusals (403) of what needs a recent proof: give the password, or sign in to the provider again. */
export const proofCodes = {
  password: "password_proof_required",
  provider: "provider_proof_required",
} as const;
export type ProofKind = keyof typeof proofCodes;
