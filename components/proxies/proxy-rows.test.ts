import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import type { CheckSummary } from "@/lib/bff/proxies";
import { isInState, nextSort, type ProxyRow, type ProxySort, sortedRows } from "./proxy-rows.ts";

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
const ids = (sort: ProxySort | undefined) => sortedRows(rows, sort).map(({ proxy }) => proxy.id);

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
    expect(sortedRows(mixed, undefined).map(({ proxy }) => proxy.name)).toEqual([
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

  it("is by a column in both directions, with unknown values last; of equal ones pinned ones first", () => {
    expect(ids("type")).toEqual(["mob", "res", "isp", "dc", "own"]);
    expect(ids("-type")).toEqual(["dc", "isp", "res", "mob", "own"]);
    expect(ids("uptime")).toEqual(["dc", "res", "isp", "mob", "own"]);
    expect(ids("-flap")).toEqual(["dc", "res", "isp", "mob", "own"]);
    expect(ids("-name")).toEqual(["res", "own", "mob", "isp", "dc"]);
  });

  it("is by name as people count", () => {
    const numbered = ["gateway-10", "gateway-2"].map((id) => row(id, "isp"));
    expect(sortedRows(numbered, "name").map(({ proxy }) => proxy.id)).toEqual(["gateway-2", "gateway-10"]);
  });

  it("is reversed by pressing a header again", () => {
    expect(nextSort(undefined, "status")).toBe("-status");
    expect(nextSort("-status", "status")).toBeUndefined();
    expect(nextSort(undefined, "uptime")).toBe("uptime");
    expect(nextSort("uptime", "uptime")).toBe("-uptime");
  });
});

test("a proxy without a status is unchecked; one with a status that is not known is in no state", () => {
  expect(isInState({ id: "a" }, "unchecked")).toBe(true);
  expect(isInState({ id: "a", status: "unavailable" }, "unavailable")).toBe(true);
  expect(isInState({ id: "a", status: "unavailable" }, "unchecked")).toBe(false);
  expect(isInState({ id: "a", status: "maintenance" }, "unchecked")).toBe(false);
});

test("what compares names is made with the first rows, not before the page is drawn", async () => {
  const made = vi.spyOn(Intl, "Collator");
  onTestFinished(() => made.mockRestore());
  vi.resetModules();
  const fresh = await import("./proxy-rows.ts");
  expect(made).not.toHaveBeenCalled();
  const rows = ["gateway-10", "gateway-2"].map((id) => row(id, "mobile"));
  expect(fresh.sortedRows(rows, "name").map(({ proxy }) => proxy.id)).toEqual(["gateway-2", "gateway-10"]);
  expect(made).toHaveBeenCalledTimes(1);
});
