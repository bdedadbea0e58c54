import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { contentSecurityPolicy, toastStyleHashes } from "./content-security-policy.ts";

let development = false;
vi.mock("../kernel/env.ts", () => ({
  env: () => ({ apiBaseUrl: "https://api.example:8443/v1", basePath: "", development }),
}));

const hashOf = (css: string) => `sha256-${createHash("sha256").update(css).digest("base64")}`;

describe("content security policy", () => {
  it("T25 allows only scripts with this response's nonce, and no framing or foreign form targets", () => {
    const rules = new Map(
      contentSecurityPolicy("n0nce")
        .split("; ")
        .map((rule): [string, string] => [rule.split(" ")[0] ?? "", rule.slice(rule.indexOf(" ") + 1)]),
    );
    const styles = toastStyleHashes.map((hash) => `'${hash}'`).join(" ");
    expect(Object.fromEntries(rules)).toEqual({
      "default-src": "'self'",
      "script-src": "'self' 'nonce-n0nce' 'strict-dynamic'",
      "style-src": `'self' 'nonce-n0nce' ${styles}`,
      "style-src-attr": "'unsafe-inline'",
      "img-src": "'self' data: blob:",
      "font-src": "'self'",
      "connect-src": "'self'",
      "worker-src": "'self'",
      "frame-src": "'self' https://api.example:8443",
      "frame-ancestors": "'none'",
      "base-uri": "'none'",
      "object-src": "'none'",
      "form-action": "'self'",
      "require-trusted-types-for": "'script'",
      "trusted-types": "default nextjs nextjs#bundler",
      "report-uri": "/csp-reports",
      "report-to": "csp",
    });
    development = true;
    expect(contentSecurityPolicy("n0nce")).toContain("'unsafe-eval'");
    expect(contentSecurityPolicy("n0nce")).not.toContain("trusted-types");
    development = false;
  });

  it("T25 allows exactly the style that the installed toast library adds", () => {
    const source = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
    const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\);/.exec(source)?.[1];
    const css = z.string().parse(JSON.parse(literal ?? "null"));
    expect([hashOf(""), hashOf(css)]).toEqual([...toastStyleHashes]);
  });
});
