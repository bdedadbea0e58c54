// A request that changes something must come from a page of ours. A missing or `null` Origin is a no.
import { env } from "../env.ts";
import { Problem } from "../problem.ts";

/** Throws 403 unless Origin is exactly one of ours and the browser does not call the request cross-site. */
export function checkOrigin(request: { headers: Headers }): void {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const ours =
    origin !== null && env().origins.includes(origin) && new URL(origin).host === request.headers.get("host");
  if (!ours || (site !== null && site !== "same-origin" && site !== "none")) {
    throw new Problem(403, "wrong_origin", "This request did not come from the dashboard's own pages.");
  }
}
