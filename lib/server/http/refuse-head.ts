import { Problem } from "../kernel/problem.ts";
import { problemResponse } from "./problem-response.ts";

/** HEAD of routes that open a connection to the upstream. The framework would run GET without aborting its signal when
 *  the client leaves, and so leak the connection. */
export const refuseHead = async (): Promise<Response> =>
  problemResponse(
    new Problem(405, "method_not_allowed", "This address is a stream: use GET.", {
      headers: { allow: "GET" },
    }),
    crypto.randomUUID(),
  );
