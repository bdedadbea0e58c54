// What a page of ours may load: scripts and styles that carry this response's nonce, data from ourselves, and frames
// from the API's host (the live view).
import { env } from "./env.ts";

/** The style element that the toast library adds, empty at first and then with its rules; it cannot carry a nonce. */
export const toastStyleHashes = [
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
] as const;

/** The policy of one response. Style attributes are allowed because positions and widths are computed; elements not. */
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
  };
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}
