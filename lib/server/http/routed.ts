import type { Operation } from "../../contract/operation.ts";
import { requestScope } from "../kernel/request-scope.ts";
import { inSpan } from "../kernel/tracing.ts";

type Handler<Context, Answer> = (request: Request, context: Context) => Promise<Answer>;

/** A route whose requests are counted and traced under its operation. */
export const routed =
  <Context, Answer extends { status: number }>(
    { id, path }: Pick<Operation, "id" | "path">,
    route: Handler<Context, Answer>,
  ): Handler<Context, Answer> =>
  (request, context) => {
    const scope = requestScope();
    // A route that answers with the help of others keeps its own name.
    if (scope !== undefined) scope.route ??= path;
    const attributes = { "fleetdeck.operation": id, "http.route": `/api${path}` };
    return inSpan(id, { kind: "internal", attributes }, async (span) => {
      const response = await route(request, context);
      span?.set({ "http.response.status_code": response.status });
      if (response.status >= 500) span?.fail(`status ${response.status}`);
      return response;
    });
  };
