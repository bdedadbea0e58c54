// The one place where an error becomes a response: the API's Error plus the request id. Messages are ours or redacted;
// an unexpected error exposes nothing but its request id.
import "server-only";
import type { ErrorDetail } from "../../contract/error.ts";
import { InvalidInput } from "../../contract/request.ts";
import { logRequestFault } from "../db/log-request-fault.ts";
import { storeFailureOf } from "../db/store-failure.ts";
import { StoreUnavailable } from "../db/store-unavailable.ts";
import { Problem } from "../kernel/problem.ts";
import { type Reply, responseOf } from "./reply.ts";
import { baseHeaders } from "./response-headers.ts";

/** A page of a newer version may reach a replica of this one, and the next replica when it tries again. */
const duringUpgrade = "Check its name. During an upgrade another replica may know it.";

/** Any thrown value as a Problem; an unexpected one is logged and becomes 500. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidInput) {
    const details: ErrorDetail[] = error.issues.map((issue) => ({
      code: "invalid_input",
      message: `${issue.path} ${issue.message}`,
    }));
    const [first] = details;
    if (error.issues.every(({ code }) => code === "unknown_parameter"))
      return new Problem(400, "unknown_parameter", `${first?.message}. ${duringUpgrade}`, { details });
    return new Problem(400, "bad_request", first?.message ?? "The request is not valid.", { details });
  }
  // The browser disconnected before the response; nothing failed.
  const abandoned = error instanceof Error && error.name === "ResponseAborted";
  if (abandoned) return new Problem(499, "client_left", "The page was left before the answer.");
  logRequestFault("a request failed", error, { request_id: requestId });
  if (storeFailureOf(error) !== undefined) return new StoreUnavailable(undefined, error);
  return new Problem(
    500,
    "internal_error",
    "The dashboard failed. Report the request id to its administrator.",
  );
}

/** The reply for a thrown value. */
export function problemReply(error: unknown, requestId: string): Reply {
  const problem = toProblem(error, requestId);
  const headers: Record<string, string> = {
    ...baseHeaders(requestId),
    // RFC 9110, section 15.5.2: every 401 says how a program identifies itself.
    ...(problem.status === 401 && { "www-authenticate": 'Bearer realm="Fleetdeck"' }),
    ...problem.headers,
  };
  if (problem.retryAfterSeconds !== undefined) headers["retry-after"] = String(problem.retryAfterSeconds);
  const body = {
    code: problem.code,
    message: problem.message,
    ...(problem.details === undefined ? {} : { details: problem.details }),
    request_id: requestId,
  };
  return { status: problem.status, headers, body: JSON.stringify(body) };
}

/** The response for a thrown value. */
export const problemResponse = (error: unknown, requestId: string): Response =>
  responseOf(problemReply(error, requestId));
