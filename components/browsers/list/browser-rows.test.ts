import { expect, test } from "vitest";
import type { ListedSessionOrigin } from "@/lib/bff/session-origin";
import { browserRowOf, matchesFacets } from "./browser-rows.ts";

const origin: ListedSessionOrigin = {
  activity: null,
  session_id: "s1",
  pool: { id: "p1", name: "checkout", seen_ms: 1 },
  invocation: {
    id: "r1",
    app_name: "shop",
    action_name: "pay",
    version: "v1",
    status: "running",
    seen_ms: 1,
  },
};

const unnamed = { pools: new Map(), proxies: new Map() };
const proxy = { kind: "proxy", name: "tokyo", details: { status: "available" }, ended_at_ms: null } as const;
const names = { pools: new Map([["p2", { name: "eu" }]]), proxies: new Map([["x1", proxy]]) };

test("a browser has the names of what it belongs to and uses, and ids where there is no name", () => {
  const row = browserRowOf({ session_id: "s1", proxy_id: "x1", profile: { id: "f1" } }, origin, names);
  expect(row).toMatchObject({ pool: "checkout", proxy: "tokyo", profile: "f1" });
  expect(row.invocation?.action_name).toBe("pay");
  const bare = browserRowOf({ session_id: "s2", proxy_id: "x1" }, undefined, unnamed);
  expect(bare).toMatchObject({ pool: undefined, proxy: "x1", profile: undefined, invocation: undefined });
  const answered = browserRowOf({ session_id: "s3", pool: { id: "p2" } }, origin, names);
  expect(answered.pool).toBe("eu");
});

test.each([
  ["available", proxy, false],
  ["unavailable", { ...proxy, details: { status: "unavailable" } }, true],
  ["unavailable and deleted", { ...proxy, details: { status: "unavailable" }, ended_at_ms: 1 }, false],
])("a browser whose proxy is %s", (_, recorded, isProxyDown) => {
  const proxies = new Map([["x1", recorded]]);
  const row = browserRowOf({ session_id: "s1", proxy_id: "x1" }, undefined, { ...names, proxies });
  expect(row.isProxyDown).toBe(isProxyDown);
});

test("filters name a value or exclude it", () => {
  const row = browserRowOf({ session_id: "s1" }, origin, unnamed);
  const filter = (facet: "pool" | "action" | "proxy", value: string, exclude = false) => ({
    facet,
    value,
    exclude,
  });
  expect(matchesFacets(row, [filter("pool", "checkout"), filter("action", "pay")])).toBe(true);
  expect(matchesFacets(row, [filter("pool", "checkout"), filter("action", "login")])).toBe(false);
  expect(matchesFacets(row, [filter("pool", "checkout", true)])).toBe(false);
  expect(matchesFacets(row, [filter("proxy", "tokyo", true)])).toBe(true);
  expect(matchesFacets(row, [filter("proxy", "tokyo")])).toBe(false);
});
