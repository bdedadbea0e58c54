import { describe, expect, it, test } from "vitest";
import type { CheckSummary } from "@/lib/bff/proxies";
import { isInState, ordered, type ProxyOrder, type ProxyRow } from "./proxy-rows.ts";

const summary = (uptime: number | null, flap: number | null): CheckSummary => ({
  checks: 4,
  available: 2,
  unavailable: 2,
  uptime,
  from_ms: 0,
  flap,
  p50_ms: null,
  p95_ms: null,
  measured: 0,
});
const row = (id: string, type: string, given: Partial<ProxyRow> = {}): ProxyRow => ({
  proxy: { id, type },
  past: undefined,
  range: { sinceMs: 0, untilMs: 1 },
  rangeLabel: "the last hour",
  pinned: false,
  ...given,
});
const rows = [
  row("own", "custom"),
  row("dc", "datacenter", { past: { proxy_id: "dc", marks: [], summary: summary(0.5, 60) } }),
  row("res", "residential", { past: { proxy_id: "res", marks: [], summary: summary(1, 0) } }),
  row("mob", "mobile", { past: { proxy_id: "mob", marks: [], summary: summary(null, null) } }),
  row("isp", "isp", { pinned: true }),
];
const ids = (order: ProxyOrder | undefined) => ordered(rows, order).map(({ proxy }) => proxy.id);

describe("proxy order", () => {
  it("has the worst first: unavailable, flapping, unchecked, available; of these pinned ones, then by name", () => {
    const of = (name: string, status: string | undefined, given: Partial<ProxyRow> = {}): ProxyRow => ({
      ...row(name, "isp", given),
      proxy: { id: `id-${name}`, name, type: "isp", status },
    });
    const mixed = [
      of("well", "available"),
      of("flapping", "available", {
        past: { proxy_id: "id-flapping", marks: [], summary: summary(0.5, 60) },
      }),
      of("new", undefined),
      of("other", "maintenance"),
      of("tokyo", "unavailable"),
      of("chicago", "unavailable"),
      of("pinned", "unavailable", { pinned: true }),
      of("also-well", "available"),
    ];
    expect(ordered(mixed, undefined).map(({ proxy }) => proxy.name)).toEqual([
      "pinned",
      "chicago",
      "tokyo",
      "flapping",
      "new",
      "other",
      "also-well",
      "well",
    ]);
  });

  it("as listed is the API's, pinned first", () => {
    expect(ids("listed")).toEqual(["isp", "own", "dc", "res", "mob"]);
  });

  it("ranks mobile over residential over isp over datacenter; custom is unranked and last", () => {
    const unpinned = rows.map((each) => ({ ...each, pinned: false }));
    expect(ordered(unpinned, "quality").map(({ proxy }) => proxy.id)).toEqual([
      "mob",
      "res",
      "isp",
      "dc",
      "own",
    ]);
  });

  it("puts the worst values first and missing ones last", () => {
    expect(ids("uptime").slice(0, 3)).toEqual(["isp", "dc", "res"]);
    expect(ids("flap").slice(0, 3)).toEqual(["isp", "dc", "res"]);
  });
});

test("a proxy without a status is unchecked; one with a status that is not known is in no state", () => {
  expect(isInState({ id: "a" }, "unchecked")).toBe(true);
  expect(isInState({ id: "a", status: "unavailable" }, "unavailable")).toBe(true);
  expect(isInState({ id: "a", status: "unavailable" }, "unchecked")).toBe(false);
  expect(isInState({ id: "a", status: "maintenance" }, "unchecked")).toBe(false);
});
