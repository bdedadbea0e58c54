// The first step of every route: sign-in, role, and the page's account; for writes the request's origin, and for reads that
// are recorded or streams its site.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import type { Role } from "../../bff/roles.ts";
import type { Operation } from "../../contract/operation.ts";
import { auditActionOf, auditRuleOf } from "../auth/operation-audit.ts";
import { isForPeople } from "../auth/people-only.ts";
import { requireRecentProof } from "../auth/recent-proof.ts";
import { InsufficientRole, requireOperator, type SignedIn } from "../auth/require-operator.ts";
import { Problem } from "../kernel/problem.ts";
import { recordDenied } from "./audited.ts";
import { checkOrigin, checkSite } from "./check-origin.ts";

/** What someone with a one-time password may do. */
const beforePasswordChange = new Set(["retrieveSession", "changePassword", "signOut"]);

/** What a page does for whoever is signed in: it says who that is, and signs them out. */
const forAnyAccount = new Set(["retrieveSession", "signOut"]);

/** The operator of a request; throws 401 or 403. A write that is refused because of the role leaves an audit row. */
export async function authorize(
  operation: Operation,
  role: Role,
  request: Request,
  requestId: string,
): Promise<SignedIn> {
  const acts = operation.method !== "GET";
  const hasEffect = auditRuleOf(operation) !== "none" || operation.answers[200]?.kind === "events";
  // A browser sends cookies by itself, also for other sites and for pages of another account, but never an API token.
  const checkSender = ({ tokenId, userId }: SignedIn, isRecorded = hasEffect) => {
    if (tokenId !== undefined) return;
    if (acts) checkOrigin(request);
    // A link of another site would be in the audit as what the operator did, or take an output that is given once.
    else if (isRecorded) checkSite(request);
    const account = request.headers.get(bffHeaders.operator);
    if (account !== null && account !== userId && !forAnyAccount.has(operation.id))
      throw new Problem(401, "other_account", "This page belongs to another account. Sign in again.");
  };
  const deny = async (operator: SignedIn) => {
    const { pathname } = new URL(request.url);
    const action = auditActionOf(operation.id);
    await recordDenied({ request, requestId, operator, action, target: pathname });
  };
  try {
    const operator = await requireOperator(request, role);
    checkSender(operator);
    if (operator.mustChangePassword && !beforePasswordChange.has(operation.id))
      throw new Problem(403, "password_change_required", "Set your own password first.");
    if (operator.tokenId === undefined) {
      await requireRecentProof(operation, operator);
      return operator;
    }
    if (!isForPeople(operation.id)) return operator;
    await deny(operator);
  } catch (error) {
    if (!(error instanceof InsufficientRole)) throw error;
    checkSender(error.operator, true);
    await deny(error.operator);
    throw error;
  }
  throw new Problem(403, "people_only", "API tokens cannot do this. Sign in instead.");
}
