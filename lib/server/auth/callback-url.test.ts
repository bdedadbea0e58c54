import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeCallbackPath } from "./callback-url.ts";

const origin = "https://fleet.example";

describe("the path after a sign-in (T21)", () => {
  it.each([
    "/",
    "/invocations",
    "/invocations?status=failed&since=1h",
    "/browsers/abc123?pane=supervisor%3Achromium",
    "/profiles?query=a%20b",
  ])("%s is accepted", (path) => expect(safeCallbackPath(path)).toBe(path));

  it.each([
    undefined,
    ["/a", "/b"],
    "",
    "invocations",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/%09/evil.example",
    "/%5cevil.example",
    "/%2fevil.example",
    "/%252fevil.example",
    "/a/../..//evil.example",
    "/.//evil.example",
    "/./a",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "/a//evil.example",
    "http://127.0.0.1:3000.evil.example",
    "/sign-in?callbackUrl=/",
    "/api/session",
    "/_next/x",
    "/\u202e",
    "/〱evil.example",
    `/${"a".repeat(3000)}`,
  ])("%j is replaced by /", (wanted) => expect(safeCallbackPath(wanted)).toBe("/"));

  it("stays on our origin for any input, and never throws", () => {
    const nasty = fc.stringMatching(/^[/\\.@:?#%a-f0-9 \t\n]{0,40}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), nasty), (text) => {
        const path = safeCallbackPath(text);
        expect(new URL(path, origin).origin).toBe(origin);
      }),
      { numRuns: 2000 },
    );
  });
});
