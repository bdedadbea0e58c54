// Checks every request before the framework: refuses malformed ones and removes headers that the framework would trust.
// Uses only method, target and headers, neither body nor sign-in.
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { isUpload } from "../lib/server/http/body-deadline.ts";

export interface Refusal {
  status: 308 | 400 | 403 | 404 | 405 | 415 | 421;
  code: string;
  message: string;
  headers?: OutgoingHttpHeaders;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const internalHeader =
  /^(x-middleware-.*|x-nextjs-.*|next-resume.*|x-matched-path|x-forwarded-.*|x-invoke-.*|x-next-.*|forwarded|x-real-ip|content-security-policy(-report-only)?|x-nonce|x-fleetdeck-peer|x-request-id|next-action)$/;

/** Removes, in place, headers that control the framework or that only we may set (`_` counts as `-`). */
export function stripInternalHeaders(headers: IncomingMessage["headers"]): void {
  for (const name of Object.keys(headers)) {
    if (internalHeader.test(name.replaceAll("_", "-"))) delete headers[name];
  }
}

function badTarget(target: string): string | undefined {
  if (!target.startsWith("/") || target.startsWith("//")) return "The request target must be a path.";
  if (/fd_[0-9a-f]{16}[\w-]{43}/.test(target))
    return "Send API tokens in the Authorization header. Revoke this one: addresses are written into logs.";
  if (target.length > 8192) return "The request target is too long.";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\\\u0000-\u0020\u007f]/.test(target))
    return "The request target contains a character that must be encoded.";
  try {
    const path = decodeURIComponent(target.split("?", 1)[0] ?? "");
    if (path.includes("\u0000")) return "The path contains a NUL.";
  } catch {
    return "The path contains bad percent-encoding.";
  }
  return undefined;
}

/** Health checks name the machine's address or none that is known; their answers depend on nothing in the request. */
export const isHealthCheck = ({ method, url }: Pick<IncomingMessage, "method" | "url">) =>
  method === "GET" && /^\/api\/(livez|readyz)(\?|$)/.test(url ?? "");

/** Headers of which Node reads the first one alone. */
const single = new Set(["host", "authorization", "content-type"]);

/** A header that is there twice, which another program may read otherwise (RFC 9110, section 5.3; of Host RFC 9112, section 3.2). */
function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const names = rawHeaders.flatMap((text, at) => (at % 2 === 0 ? text.toLowerCase() : []));
  return names.find((name, at) => single.has(name) && names.indexOf(name) !== at);
}

/** The refusal of a request, or undefined. `hosts` are our own `host:port` values in lower case. */
export function refuse(
  request: Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders">,
  hosts: ReadonlySet<string>,
): Refusal | undefined {
  if (!methods.has(request.method ?? "")) {
    return {
      status: 405,
      code: "method_not_allowed",
      message: "This method is not supported here.",
      headers: { allow: [...methods].join(", ") },
    };
  }
  const fault = badTarget(request.url ?? "");
  if (fault !== undefined) return { status: 400, code: "bad_request", message: fault };
  const repeated = repeatedHeader(request.rawHeaders);
  if (repeated !== undefined)
    return { status: 400, code: "bad_request", message: `The header ${repeated} was sent more than once.` };
  const host = request.headers.host?.toLowerCase();
  if ((host === undefined || !hosts.has(host)) && !isHealthCheck(request)) {
    return {
      status: 421,
      code: "misdirected_request",
      message: "This host is not served here. Set PUBLIC_URL to it.",
    };
  }
  return undefined;
}

/** The refusal of a form with files that no upload takes: the framework would look for one of its actions in it, and write
 *  into the log for anyone that there is none. */
export function refuseForm({
  method = "",
  url = "",
  headers,
}: Pick<IncomingMessage, "method" | "url" | "headers">): Refusal | undefined {
  const isForm = method === "POST" && /^multipart\/form-data/i.test(headers["content-type"] ?? "");
  if (!isForm || isUpload({ method, target: url })) return undefined;
  return { status: 415, code: "unsupported_media_type", message: "No form with files is taken here." };
}

/** The refusal of a request that a client sent in the clear to a proxy in front, although `publicUrl` is https: reads are
 *  redirected there, anything else may have shown a password already. */
export function refusePlainHttp(
  { method, url = "/" }: Pick<IncomingMessage, "method" | "url">,
  publicUrl: string,
): Refusal | undefined {
  if (!publicUrl.startsWith("https:")) return undefined;
  if (method === "GET" || method === "HEAD")
    return {
      status: 308,
      code: "https_required",
      message: "This is served over https.",
      headers: { location: `${publicUrl}${url}` },
    };
  return { status: 403, code: "https_required", message: `Send this to ${publicUrl}, over https.` };
}

/** The target of a request below the base path, as it would be without one; undefined for any other. */
export function targetBelow(basePath: string, target: string | undefined): string | undefined {
  if (target === undefined || basePath === "") return target;
  if (!target.startsWith(basePath)) return undefined;
  const rest = target.slice(basePath.length);
  return rest === "" || rest.startsWith("?") ? `/${rest}` : rest.startsWith("/") ? rest : undefined;
}
