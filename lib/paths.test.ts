import { describe, expect, it } from "vitest";
import { logLinePath, paths, resourcePath, withQuery } from "./paths.ts";

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
  it("lead to the invocations of one name, also of one with a comma, which separates several", () => {
    const queryOf = (path: string) => Object.fromEntries(new URL(path, "http://x").searchParams);
    expect(queryOf(paths.invocations({ status: "running,queued", version: "1.4,\\beta" }))).toEqual({
      status: "running,queued",
      version: "1.4\\,\\\\beta",
    });
    expect(queryOf(resourcePath("app", "shop, old"))).toEqual({ app_name: "shop\\, old" });
    expect(queryOf(resourcePath("action", "shop, old/a,b"))).toEqual({
      app_name: "shop\\, old",
      action_name: "a\\,b",
    });
    expect(queryOf(resourcePath("version", "shop@1,2"))).toEqual({ app_name: "shop", version: "1\\,2" });
  });
  it("lead to a line of a log, of an invocation or a browser", () => {
    const line = { at: "2026-11-23T00:00:00Z", hash: "0a1b2c3d" };
    const query = "at=2026-11-23T00%3A00%3A00Z&line=0a1b2c3d";
    expect(logLinePath({ invocationId: "i1" }, line)).toBe(`/invocations/i1?${query}`);
    expect(logLinePath({ sessionId: "s1", log: { source: "supervisor", process: "chromium" } }, line)).toBe(
      `/browsers/s1?source=supervisor&supervisor_process=chromium&${query}`,
    );
    expect(logLinePath({ sessionId: "s1", log: { source: "path", path: "/var/a.log" } }, line)).toBe(
      `/browsers/s1?source=path&path=%2Fvar%2Fa.log&${query}`,
    );
    expect(logLinePath({ sessionId: "s1", log: { source: "telemetry" } }, line, "console")).toBe(
      `/browsers/s1?source=telemetry&view=console&${query}`,
    );
  });
});
