import { describe, expect, it } from "vitest";
import type { Clock } from "../../clock.ts";
import { paces } from "../kernel/paces.ts";
import type { ProxyCheckRow } from "../proxies/proxy-checks.ts";
import type { ExtractedRecords } from "./extractor.ts";
import { InventoryWriter, maxPending } from "./inventory-writer.ts";
import type { ResourceRecord } from "./resource-writes.ts";

function createTestWriter() {
  const time = { nowMs: 1_000_000 };
  const waits: number[] = [];
  const clock: Clock = {
    nowMs: () => time.nowMs,
    monotonicMs: () => time.nowMs,
    later: (delayMs) => {
      waits.push(delayMs);
      return () => {};
    },
  };
  const written = { resources: [] as ResourceRecord[], checks: [] as ProxyCheckRow[], ended: [] as string[] };
  const faults: string[] = [];
  const store = { broken: false };
  const throwIfBroken = () => {
    if (store.broken) throw new Error("the disk is full");
  };
  const observer = new InventoryWriter({
    clock,
    store: {
      batch: async ({ resources, endings }) => {
        throwIfBroken();
        written.resources.push(...resources);
        written.ended.push(...endings.map(({ id }) => id));
      },
      checks: async (rows) => {
        throwIfBroken();
        written.checks.push(...rows);
      },
    },
    report: (what) => void faults.push(what),
  });
  return { observer, time, waits, written, faults, store };
}

const seen = (id: string, atMs: number, status = "available"): ResourceRecord => ({
  kind: "proxy",
  id,
  name: null,
  source: "listProxies",
  details: { status },
  atMs,
});
const check = (atMs: number, source: ProxyCheckRow["source"]): ProxyCheckRow => ({
  proxy_id: "p1",
  at_ms: atMs,
  status: "available",
  latency_ms: source === "list" ? null : 40,
  ip: null,
  source,
});
const extractedOf = (part: Partial<ExtractedRecords>): ExtractedRecords => ({
  resources: [],
  links: [],
  completeLists: [],
  endings: [],
  checks: [],
  ...part,
});

describe("InventoryWriter", () => {
  it("writes a batch once, repeated records once, and unchanged ones only occasionally", async () => {
    const { observer, time, waits, written } = createTestWriter();
    observer.take(extractedOf({ resources: [seen("p1", 1_000), seen("p2", 1_000)] }));
    observer.take(extractedOf({ resources: [seen("p1", 1_500)] }));
    expect(waits).toEqual([paces.noting.batchMs]);
    await observer.flush();
    expect(written.resources.map(({ id, atMs }) => [id, atMs])).toEqual([
      ["p1", 1_500],
      ["p2", 1_000],
    ]);
    observer.take(extractedOf({ resources: [seen("p1", 2_000)] }));
    await observer.flush();
    expect(written.resources).toHaveLength(2);
    observer.take(extractedOf({ resources: [seen("p1", 2_500, "unavailable")] }));
    time.nowMs += paces.noting.againMs + 1;
    observer.take(extractedOf({ resources: [seen("p2", 2_500)] }));
    await observer.flush();
    expect(written.resources).toHaveLength(4);
  });

  it("writes a resource again that is seen after its end, even soon and unchanged", async () => {
    const { observer, written } = createTestWriter();
    const ending = (atMs: number) => ({ kind: "proxy" as const, id: "p1", atMs });
    observer.take(extractedOf({ resources: [seen("p1", 1_000)] }));
    observer.take(extractedOf({ endings: [ending(1_100)] }));
    await observer.flush();
    observer.take(extractedOf({ resources: [seen("p1", 1_200)] }));
    await observer.flush();
    expect(written.resources.map(({ atMs }) => atMs)).toEqual([1_000, 1_200]);
    // Within one batch the last record applies.
    observer.take(extractedOf({ endings: [ending(1_300)] }));
    observer.take(extractedOf({ resources: [seen("p1", 1_400)] }));
    await observer.flush();
    expect(written.resources.at(-1)?.atMs).toBe(1_400);
    expect(written.ended).toEqual(["p1"]);
  });

  it("writes our own check soon and once, although the list contains it before and after", async () => {
    const { observer, waits, written } = createTestWriter();
    observer.take(extractedOf({ checks: [check(7, "list")] }));
    observer.take(extractedOf({ checks: [check(7, "operator")] }));
    observer.take(extractedOf({ checks: [check(7, "list")] }));
    expect(waits).toEqual([paces.noting.batchMs, paces.noting.checkMs]);
    await observer.flush();
    observer.take(extractedOf({ checks: [check(7, "list")] }));
    await observer.flush();
    expect(written.checks).toEqual([check(7, "operator")]);
  });

  it("reports a failing database, and keeps checks until it works", async () => {
    const { observer, time, written, faults, store } = createTestWriter();
    store.broken = true;
    observer.take(extractedOf({ resources: [seen("p1", 1_000)], checks: [check(7, "operator")] }));
    await observer.flush();
    expect(faults).toHaveLength(2);
    expect(observer.state).toEqual({ failingSinceMs: time.nowMs, code: "store_unavailable", lost: 1 });
    store.broken = false;
    observer.take(extractedOf({ resources: [seen("p1", 1_100)] }));
    await observer.flush();
    expect(written.checks).toEqual([check(7, "operator")]);
    expect(written.resources).toHaveLength(1);
    expect(observer.state).toEqual({ failingSinceMs: null, code: null, lost: 1 });
  });

  it("writes pending records at its end, and ignores later ones", async () => {
    const { observer, waits, written, faults, store } = createTestWriter();
    observer.take(extractedOf({ resources: [seen("p1", 1_000)] }));
    await observer.end();
    expect(written.resources.map(({ id }) => id)).toEqual(["p1"]);
    store.broken = true;
    observer.take(extractedOf({ resources: [seen("p2", 1_000)], checks: [check(7, "list")] }));
    expect(waits).toHaveLength(1);
    await observer.flush();
    expect(written.resources).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it("is bounded, and counts dropped records", async () => {
    const { observer, written, faults } = createTestWriter();
    const many = Array.from({ length: maxPending + 3 }, (_, at) => seen(`p${at}`, 1_000));
    observer.take(extractedOf({ resources: many }));
    await observer.flush();
    expect(written.resources).toHaveLength(maxPending);
    expect(faults).toEqual(["more was seen than could be recorded"]);
    expect(observer.state).toMatchObject({ code: "too_many", lost: 3 });
    observer.take(extractedOf({ resources: [seen("again", 1_000)] }));
    await observer.flush();
    expect(observer.state).toMatchObject({ failingSinceMs: null, code: null, lost: 3 });
  });
});
