// The framework answers HEAD by running GET and never tells the handler when the client leaves; on a route that
// opens something upstream that would leak it. So HEAD is refused there.
import { Problem } from "../problem.ts";
import { problemResponse } from "./problem.ts";

export const refuseHead = async (): Promise<Response> =>
  problemResponse(
    new Problem(405, "method_not_allowed", "This address streams; ask with GET.", {
      headers: { allow: "GET" },
    }),
    crypto.randomUUID(),
  );
