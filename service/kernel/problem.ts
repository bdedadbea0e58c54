import type { ErrorBody, ErrorDetail } from "../../lib/contract/error.ts";

/** An error with an HTTP status. Thrown anywhere; `app.ts` converts it to the API's Error shape. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: readonly ErrorDetail[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.headers = more.headers ?? {};
  }

  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.details ? { details: [...this.details] } : {}),
    };
  }
}

/** `details` list every fault; by default the message is the only one. */
export const badRequest = (
  message: string,
  details: readonly ErrorDetail[] = [{ code: "invalid_input", message }],
  headers: Problem["headers"] = {},
) => new Problem(400, "bad_request", message, { details, headers });
/** Problem 400 with one detail for each fault. */
export const invalidInput = (faults: readonly string[]) =>
  badRequest(
    faults.join("; "),
    faults.map((message) => ({ code: "invalid_input", message })),
  );
export const unauthorized = (message: string) =>
  new Problem(401, "unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
export const forbidden = (message: string) => new Problem(403, "forbidden", message);
export const notFound = (what: string) => new Problem(404, "not_found", `${what} was not found`);
export const conflict = (message: string) => new Problem(409, "conflict", message);
/** The answer for an error whose reason only the log has. */
export const internalError = () =>
  new Problem(500, "internal_error", "the service failed; its log has the reason");
export const shuttingDown = () => new Problem(503, "unavailable", "the service is shutting down");
/** Whether the answer of another process, which has the code and message alone, says so. */
export const isShuttingDown = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === "unavailable" && error.message === shuttingDown().message;
/** 503 while no service works here, or none can be reached; nodes and actions go on asking then. */
export const onStandby = (message: string, headers: Problem["headers"] = {}) =>
  new Problem(503, "standby", message, { headers: { "retry-after": "5", ...headers } });
export const isOnStandby = (error: unknown): boolean => error instanceof Problem && error.code === "standby";
export const notImplemented = (message: string) => new Problem(501, "not_implemented", message);

/** Problem 429 with a Retry-After header, rounded up to whole seconds. */
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new Problem(429, "too_many_requests", message, {
    headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
