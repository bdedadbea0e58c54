// Whether a 404 says that the API has no such route, as opposed to no such item.

const codes = /^(no_such_|unknown_)?(route|endpoint|operation)(_not_found|_unknown)?$/;
/** What the common frameworks and gateways answer for an address without a route: express ("Cannot GET /x"), fastify
 *  ("Route GET:/x not found"), Kong ("no Route matched with those values"), and plain sentences. */
const sentences =
  /\bcannot (get|post|put|patch|delete) \/|\broute (get|post|put|patch|delete):|\bno route matched\b|\b(no such|unknown) (route|endpoint)\b|\b(route|endpoint) (was )?not found\b/i;

/**
 * True for the body of a 404 that is about the route. Everything else, such as an empty body, a page, or "not found" alone,
 * may be about the item: one unknown id must not make an operation count as missing.
 */
export function saysNoSuchRoute(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 4_096)).toString("utf8");
  const code = /"(?:code|error)"\s*:\s*"(\w{1,64})"/.exec(text)?.[1]?.toLowerCase();
  return (code !== undefined && /_/.test(code) && codes.test(code)) || sentences.test(text);
}
