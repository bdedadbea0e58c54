import { basePath } from "@/lib/bff/base-path";

interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string | null>): void;
}

/**
 * Makes the default policy of Trusted Types in a document without the layout's script (trusted-types.ts): that of a page that
 * failed on the server. Its own files have to load to show the error. The layout's script is drawn there as an element that
 * does not run, so it may stay empty.
 */
export function ensureTrustedTypes(trustedTypes: TrustedTypes | undefined): void {
  // The framework's mark of that document. Elsewhere the layout's script makes the policy, which may run after this one.
  if (!trustedTypes || document.documentElement.id !== "__next_error__") return;
  const own = `${location.origin}${basePath}/_next/static/`;
  trustedTypes.createPolicy("default", {
    createScriptURL: (address) => (new URL(address, location.href).href.startsWith(own) ? address : null),
    createScript: () => "",
    createHTML: (html) => (html === "<script></script>" || !html.includes("<") ? html : null),
  });
}
