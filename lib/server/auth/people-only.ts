// What API tokens never do, whatever their role: manage accounts and tokens, which would let a stolen one outlive its
// revocation, hand out the sign-ins of a profile or the control of a browser, and change what belongs to a person.
import type { operationRoles } from "./operation-roles.ts";

const peopleOnly: ReadonlySet<string> = new Set([
  "listApiTokens",
  "createApiToken",
  "revokeApiToken",
  "listAccounts",
  "createAccount",
  "updateAccount",
  "resetAccount",
  "proveIdentity",
  "listSignIns",
  "endSignIn",
  "endOtherSignIns",
  "changePassword",
  "signOut",
  "downloadProfile",
  "revealCdpAddress",
  "createView",
  "updateView",
  "deleteView",
  "updatePreference",
  "createAnnotation",
  "deleteAnnotation",
] as const satisfies readonly (keyof typeof operationRoles)[]);

/** True for an operation that needs a signed-in person. */
export const isForPeople = (operationId: string): boolean => peopleOnly.has(operationId);
