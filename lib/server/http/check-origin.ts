import { env } from "../kernel/env.ts";
import { hostsOf } from "../kernel/hosts-of.ts";
import { Problem } from "../kernel/problem.ts";

const foreign = () =>
  new Problem(403, "wrong_origin", "This request did not come from a page of the dashboard.");

/** Throws 403 when the browser marks a request as one of another site's page. */
export function checkSite(request: { headers: Headers }): void {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw foreign();
}

/** Protects writes against cross-site requests: throws 403 unless the Origin header is one of ours and matches Host,
 *  and the browser does not mark the request as cross-site. A missing or `null` Origin is refused. Host may name a default
 *  port, which an Origin never does. */
export function checkOrigin(request: { headers: Headers }): void {
  const host = request.headers.get("host")?.toLowerCase() ?? "";
  const origin = request.headers.get("origin");
  const ours = origin !== null && env().origins.includes(origin) && hostsOf([origin]).has(host);
  if (!ours) throw foreign();
  checkSite(request);
}
