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
    "/%2e%2e/x",
    "/.%2e/x",
    "/a/%2E%2e/api/session",
    "/%2e/api/session",
    "/a/%2e",
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

  it("opens as it is read, on our origin and below our path, for any input, and never throws", () => {
    const nasty = fc.stringMatching(/^[/\\.@:?#%a-f0-9 \t\n]{0,40}$/);
    const segments = fc.array(fc.constantFrom("a", ".", "..", "%2e", "%2E%2e", ".%2e", "api", "%2f", ""));
    const paths = segments.map((each) => `/${each.join("/")}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), nasty, paths), (text) => {
        const path = safeCallbackPath(text);
        const opened = new URL(`/ops${path}`, origin);
        expect([opened.origin, opened.pathname]).toEqual([origin, `/ops${path.split("?", 1)[0]}`]);
      }),
      { numRuns: 2000 },
    );
  });
});
