// The first half of every route: who asks, may they, and does the request come from our own pages.
import "server-only";
import type { Role } from "../../bff/operator.ts";
import type { Operation } from "../../contract/operation.ts";
import { RoleTooLow, requireOperator, type SignedIn } from "../access/front-door.ts";
import { recordDenied } from "./audited.ts";
import { checkOrigin } from "./origin.ts";

/** The operator behind a request; throws 401 or 403. A refused act of a signed-in operator leaves an audit row. */
export async function admit(
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
    if (!(error instanceof RoleTooLow)) throw error;
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
