// Response headers of pages; the pages themselves check the sign-in. API routes set their own headers and are excluded,
// because responses that pass here are buffered.
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy, reportingEndpoints } from "@/lib/server/http/content-security-policy";

export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.delete("content-security-policy-report-only");
  headers.set("content-security-policy", policy);
  headers.set("x-nonce", nonce);
  headers.set("x-fleetdeck-path", `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries({
    "content-security-policy": policy,
    "reporting-endpoints": reportingEndpoints(),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  })) {
    response.headers.set(name, value);
  }
  return response;
}

// Below a base path the pattern alone does not match the overview.
export const config = { matcher: ["/", "/((?!api/|_next/static/).*)"] };
