// The pages' content security policy: scripts and styles with this response's nonce, data from our own origin, and
// frames of live views: relayed, or from the API's host.
import { env } from "../kernel/env.ts";

/** The style element that the toast library adds, first empty and then with its rules; it cannot have a nonce. */
export const toastStyleHashes = [
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
] as const;

/** Where browsers report violations (server/violation-reports.ts): in `Reporting-Endpoints`, and as `report-uri` for those
 *  that have no Reporting API. */
export const reportsPath = "/csp-reports";
const reportsAddress = () => `${env().basePath}${reportsPath}`;
export const reportingEndpoints = (): string => `csp="${reportsAddress()}"`;

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
    "frame-src": `'self' ${new URL(apiBaseUrl).origin}`,
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "form-action": "'self'",
    // Markup and script addresses are set only as the page's default policy allows (components/layout/trusted-types.ts,
    // ensure-trusted-types.ts).
    // The framework's own tools for development set markup.
    ...(development
      ? {}
      : { "require-trusted-types-for": "'script'", "trusted-types": "default nextjs nextjs#bundler" }),
    "report-uri": reportsAddress(),
    "report-to": "csp",
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
