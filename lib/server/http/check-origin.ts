import { env } from "../kernel/env.ts";
import { Problem } from "../kernel/problem.ts";

/** Protects writes against cross-site requests: throws 403 unless the Origin header is one of ours and matches Host,
 *  and the browser does not mark the request as cross-site. A missing or `null` Origin is refused. */
export function checkOrigin(request: { headers: Headers }): void {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const ours =
    origin !== null && env().origins.includes(origin) && new URL(origin).host === request.headers.get("host");
  if (!ours || (site !== null && site !== "same-origin" && site !== "none")) {
    throw new Problem(403, "wrong_origin", "This request did not come from a page of the dashboard.");
  }
}
