import { describe, expect, it } from "vitest";
import { paths, withQuery } from "./paths.ts";

describe("paths", () => {
  it("encodes ids", () => {
    expect(paths.invocation("a/b?c#d e")).toBe("/invocations/a%2Fb%3Fc%23d%20e");
    expect(paths.pool("p1", { tab: "config" })).toBe("/pools/p1?tab=config");
  });
  it("omits unset values, repeats lists, includes false and 0", () => {
    expect(
      paths.invocations({ status: "failed", app_name: "", version: undefined, offset: 0, live: false }),
    ).toBe("/invocations?status=failed&offset=0&live=false");
    expect(withQuery("/x", { a: ["1", "2"], b: [], c: null })).toBe("/x?a=1&a=2");
    expect(paths.overview()).toBe("/");
    expect(paths.signIn({ next: "/pools?x=1&y=2" })).toBe("/sign-in?next=%2Fpools%3Fx%3D1%26y%3D2");
  });
});
