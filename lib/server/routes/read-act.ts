// What a route begins with that reads its input by the contract: who asks, what for, and the act as the audit names it.
import "server-only";
import type { Role } from "../../bff/operator.ts";
import type { Operation, OperationInput } from "../../contract/operation.ts";
import type { SignedIn } from "../access/front-door.ts";
import { admit } from "./admit.ts";
import type { Act } from "./audited.ts";
import { type RouteParams, readInput, targetOf } from "./input.ts";

/** Throws 401 or 403 before the input is looked at, 400 when it is not the operation's. */
export async function readAct<Op extends Operation>(
  operation: Op,
  role: Role,
  request: Request,
  context: RouteParams,
  requestId: string,
): Promise<{ operator: SignedIn; input: OperationInput<Op>; act: Act }> {
  const operator = await admit(operation, role, request, requestId);
  const input = await readInput(operation, request, context);
  const act = { request, requestId, operator, action: operation.id, target: targetOf(input) };
  return { operator, input, act };
}
