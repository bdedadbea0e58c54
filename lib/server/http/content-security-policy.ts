// The pages' content security policy: scripts and styles with this response's nonce, data from our own origin, and
// frames from the API's host (the live view).
import { env } from "../kernel/env.ts";

/** The style element that the toast library adds, first empty and then with its rules; it cannot have a nonce. */
export const toastStyleHashes = [
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
] as const;

/** Where browsers report violations (server/violation-reports.ts): in `Reporting-Endpoints`, and as `report-uri` for those
 *  that have no Reporting API. */
export const reportsPath = "/csp-reports";
export const reportingEndpoints = `csp="${reportsPath}"`;

/** The policy of one response. Inline style attributes are allowed, because positions and widths are computed; inline
 *  style elements are not. */
export function contentSecurityPolicy(nonce: string): string {
  const { apiBaseUrl, development } = env();
  const rules: Record<string, string> = {
    "default-src": "'self'",
    "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src": `'self' 'nonce-${nonce}' ${toastStyleHashes.map((hash) => `'${hash}'`).join(" ")}`,
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "frame-src": new URL(apiBaseUrl).origin,
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "form-action": "'self'",
    "report-uri": reportsPath,
    "report-to": "csp",
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/**
 * Trusted Types, in a header that only reports: the framework's loader of chunks assigns plain addresses, which pass by the
 * page's default policy (components/layout/trusted-types.ts) alone, so that a browser's reports are what shows whether
 * anything else would break.
 */
export const trustedTypesPolicy = `require-trusted-types-for 'script'; trusted-types default nextjs nextjs#bundler; report-uri ${reportsPath}; report-to csp`;
