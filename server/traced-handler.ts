// What the figures and the traces of a request begin with.
import type { IncomingMessage, ServerResponse } from "node:http";
import { inRequestScope, type RequestScope } from "../lib/server/kernel/request-scope.ts";
import { inSpan } from "../lib/server/kernel/tracing.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Handles a request in a scope and a span of its own. Neither has more of its address than the route's template. */
export const handleTraced = (
  handler: Handler,
  scope: RequestScope,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> =>
  inRequestScope(scope, () => {
    const { method = "" } = request;
    const { traceparent } = request.headers;
    const options = {
      kind: "server",
      attributes: { "http.request.method": method },
      traceparent: typeof traceparent === "string" ? traceparent : undefined,
    } as const;
    return inSpan(method, options, async (span) => {
      await handler(request, response);
      if (span === undefined) return;
      const { statusCode } = response;
      span.set({ "http.response.status_code": statusCode });
      if (scope.route !== undefined) {
        span.set({ "http.route": `/api${scope.route}` });
        span.rename(`${method} /api${scope.route}`);
      }
      if (statusCode >= 500) span.fail(`status ${statusCode}`);
    });
  });
