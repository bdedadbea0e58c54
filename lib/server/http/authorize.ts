// The first step of every route: sign-in, role, and for writes the request's origin.
import "server-only";
import type { Role } from "../../bff/roles.ts";
import type { Operation } from "../../contract/operation.ts";
import { InsufficientRole, requireOperator, type SignedIn } from "../auth/require-operator.ts";
import { recordDenied } from "./audited.ts";
import { checkOrigin } from "./check-origin.ts";

/** The operator of a request; throws 401 or 403. A write that is refused because of the role leaves an audit row. */
export async function authorize(
  operation: Operation,
  role: Role,
  request: Request,
  requestId: string,
): Promise<SignedIn> {
  const acts = operation.method !== "GET";
  try {
    const operator = await requireOperator(request, role);
    if (acts) checkOrigin(request);
    return operator;
  } catch (error) {
    if (!(error instanceof InsufficientRole)) throw error;
    if (acts) checkOrigin(request);
    const { pathname } = new URL(request.url);
    await recordDenied({
      request,
      requestId,
      operator: error.operator,
      action: operation.id,
      target: pathname,
    });
    throw error;
  }
}
