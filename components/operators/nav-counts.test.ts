import { describe, expect, it } from "vitest";
import type { AttentionCheck, AttentionItem } from "@/lib/bff/attention";
import { navCounts } from "./nav-counts.ts";

const emptyPool = (id: string) =>
  ({
    id,
    kind: "pool",
    severity: "critical",
    sure: "certain",
    since_ms: null,
    state: "empty",
    pool_id: id,
    name: null,
    available: 0,
    acquired: 1,
    size: 3,
    unfilled: 2,
    sampled_at_ms: 1,
    from_ms: 1,
    samples: 1,
    drain_per_minute: null,
    minutes_left: null,
    unfilled_at_start: null,
  }) as const satisfies AttentionItem;

const open = { running: 0, queued: 0, oldest_queued_ms: null, read_at_ms: 1, complete: true };

const downProxy = (id: string, severity: AttentionItem["severity"]) =>
  ({
    id,
    kind: "proxy",
    state: "down",
    severity,
    sure: "certain",
    since_ms: null,
    proxy_id: id,
    name: null,
    checked_at_ms: 1,
    checks: 1,
    unavailable: 1,
    flap: 0,
    dependents: { pools: 0, sessions: 0, invocations: 0, complete: true },
  }) as const satisfies AttentionItem;

describe("counts in the navigation", () => {
  it("are as loud about proxies as the overview: a proxy that nothing uses is no emergency", () => {
    const toneOf = (...severities: AttentionItem["severity"][]) => {
      const items = severities.map((severity, at) => downProxy(`p${at}`, severity));
      const entries = items.map((cause) => ({ severity: cause.severity, cause, symptoms: [], alerts: 0 }));
      const down = items.map(({ id }) => ({ id, status: "unavailable" as const }));
      return navCounts({ attention: { open, entries, checks: [] }, proxies: { items: down } }).proxies;
    };
    expect(toneOf("notice")).toEqual({ text: "1 down" });
    expect(toneOf("notice", "serious")).toEqual({ text: "2 down", tone: "warn" });
    expect(toneOf("notice", "critical")).toEqual({ text: "2 down", tone: "bad" });
  });

  it("are missing before the first read", () => {
    expect(navCounts({})).toEqual({});
  });

  it("never exceed what the read page proves", () => {
    const items = Array.from({ length: 100 }, () => ({}));
    const counts = navCounts({ activeBrowsers: { items, paging: { hasMore: true } } });
    expect(counts.browsers?.text).toBe("100+");
  });

  it("say of what is down or short that there may be more, where only the first were read", () => {
    const proxies = {
      items: [{ id: "a", status: "unavailable" as const }],
      paging: { hasMore: true },
    };
    expect(navCounts({ proxies }).proxies?.text).toBe("1+ down");
    const cause = emptyPool("a");
    const poolText = (state: AttentionCheck["state"], item: AttentionItem = cause) =>
      navCounts({
        attention: {
          open,
          entries: [{ severity: "critical", cause: item, symptoms: [], alerts: 0 }],
          checks: [{ subject: "pools", state, examined: 100, at_ms: 1, why: null }],
        },
      }).pools?.text;
    expect(poolText("checked")).toBe("1 short");
    expect(poolText("partly")).toBe("1+ short");
    expect(poolText("not_checked")).toBe("1+ short");
    expect(poolText("partly", { ...cause, state: "emptying" })).toBe("1+ emptying");
  });

  it("have the running invocations of the overview, and none where none runs", () => {
    const running = (count: number, complete = true) =>
      navCounts({ attention: { entries: [], checks: [], open: { ...open, running: count, complete } } });
    expect(running(1_240).invocations?.text).toBe("1,240 running");
    expect(running(1_240, false).invocations?.text).toBe("1,240+ running");
    expect(running(0).invocations).toBeUndefined();
  });

  it("show the problem instead of the total", () => {
    const counts = navCounts({
      attention: {
        open,
        checks: [],
        entries: [{ severity: "critical", cause: emptyPool("a"), symptoms: [emptyPool("b")], alerts: 0 }],
      },
      proxies: { items: [{ id: "a", status: "unavailable" }, { id: "b", status: "available" }, { id: "c" }] },
    });
    expect(counts.pools).toEqual({ text: "2 short", tone: "bad" });
    expect(counts.proxies).toEqual({ text: "1 down", tone: "bad" });
  });

  it("are amber of pools that are only emptying", () => {
    const emptying = (id: string) =>
      ({ ...emptyPool(id), state: "emptying", severity: "serious", available: 1 }) as const;
    const countOf = (...causes: readonly AttentionItem[]) =>
      navCounts({
        attention: {
          open,
          checks: [],
          entries: causes.map((cause) => ({ severity: cause.severity, cause, symptoms: [], alerts: 0 })),
        },
      }).pools;
    expect(countOf(emptying("a"))).toEqual({ text: "1 emptying", tone: "warn" });
    expect(countOf(emptying("a"), emptyPool("b"))).toEqual({ text: "1 short", tone: "bad" });
  });

  it("are amber of pools that cannot fill while each has browsers left", () => {
    const stalled = (id: string) =>
      ({ ...emptyPool(id), state: "cannot_fill", severity: "serious", available: 6 }) as const;
    const entriesOf = (...causes: readonly AttentionItem[]) =>
      causes.map((cause) => ({ severity: cause.severity, cause, symptoms: [], alerts: 0 }));
    const countOf = (...causes: readonly AttentionItem[]) =>
      navCounts({ attention: { open, checks: [], entries: entriesOf(...causes) } }).pools;
    expect(countOf(stalled("a"))).toEqual({ text: "1 short", tone: "warn" });
    expect(countOf(stalled("a"), emptyPool("b"))).toEqual({ text: "2 short", tone: "bad" });
  });

  it("show nothing at the pools while none is in trouble", () => {
    expect(navCounts({ attention: { open, entries: [], checks: [] } }).pools).toBeUndefined();
  });

  it("of alerts are those that are not muted, red when data shows that one of them is severe", () => {
    const alert = (severe: boolean, until: number | null = null, known = true) => ({
      severe,
      known,
      muted_until_ms: until,
    });
    const counted = (loud: number, ...alerts: ReturnType<typeof alert>[]) =>
      navCounts({ alerts: { alerts, loud } }).alerts;
    expect(counted(0, alert(true, 5))).toBeUndefined();
    expect(counted(1, alert(false), alert(true, 5))).toEqual({
      text: "1",
      tone: "warn",
      badge: "open",
    });
    expect(counted(2, alert(false), alert(true))).toEqual({
      text: "2",
      tone: "bad",
      badge: "open",
    });
    expect(counted(2, alert(false), alert(true, null, false))?.tone).toBe("warn");
    expect(counted(120, alert(false))?.text).toBe("99+");
  });
});
