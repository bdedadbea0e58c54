import { env } from "../kernel/env.ts";
import { hostsOf } from "../kernel/hosts-of.ts";
import { Problem } from "../kernel/problem.ts";

/** Protects writes against cross-site requests: throws 403 unless the Origin header is one of ours and matches Host,
 *  and the browser does not mark the request as cross-site. A missing or `null` Origin is refused. Host may name a default
 *  port, which an Origin never does. */
export function checkOrigin(request: { headers: Headers }): void {
  const host = request.headers.get("host")?.toLowerCase() ?? "";
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const ours = origin !== null && env().origins.includes(origin) && hostsOf([origin]).has(host);
  if (!ours || (site !== null && site !== "same-origin" && site !== "none")) {
    throw new Problem(403, "wrong_origin", "This request did not come from a page of the dashboard.");
  }
}
