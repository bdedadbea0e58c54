import { basePath } from "@/lib/bff/base-path";

interface TrustedTypes {
  defaultPolicy: object | null;
  createPolicy(name: string, rules: Record<string, (text: string) => string | null>): void;
}

/**
 * Makes the default policy of Trusted Types in a document without the layout's script (trusted-types.ts): that of a page that
 * failed on the server. Its own files have to load to show the error. The layout's script is drawn there as an element that
 * does not run; no other text runs either, as it has no nonce.
 */
export function ensureTrustedTypes(trustedTypes: TrustedTypes | undefined): void {
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  const own = `${location.origin}${basePath}/_next/static/`;
  trustedTypes.createPolicy("default", {
    createScriptURL: (address) => (new URL(address, own).href.startsWith(own) ? address : null),
    createScript: (text) => text,
    createHTML: (html) => (html === "<script></script>" || !html.includes("<") ? html : null),
  });
}
