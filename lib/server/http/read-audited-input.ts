import "server-only";
import type { Role } from "../../bff/roles.ts";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import { auditActionOf, auditRuleOf } from "../auth/operation-audit.ts";
import type { SignedIn } from "../auth/require-operator.ts";
import type { Act } from "./audited.ts";
import { authorize } from "./authorize.ts";
import { type RouteParams, readInput, targetOf } from "./route-input.ts";

/** The operator, the validated input and the audited act of a request. Throws 401 or 403 before it reads the input, and
 *  400 for invalid input. */
export async function readAuditedInput<Op extends Operation>(
  operation: Op,
  role: Role,
  request: Request,
  context: RouteParams,
  requestId: string,
): Promise<{ operator: SignedIn; input: OperationInput<Op>; act: Act }> {
  const operator = await authorize(operation, role, request, requestId);
  const input = await readInput(operation, request, context);
  const target = auditRuleOf(operation) === "none" ? "" : targetOf(input);
  const act = { request, requestId, operator, action: auditActionOf(operation.id), target };
  return { operator, input, act };
}
