import { describe, expect, it } from "vitest";
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import type { Sighting } from "../store/inventory.ts";
import type { ProxyCheckRow } from "../store/proxy-checks.ts";
import type { Observations } from "./observations.ts";
import { mostPending, Observer } from "./observer.ts";

function observing() {
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
  const written = { sightings: [] as Sighting[], checks: [] as ProxyCheckRow[], ended: [] as string[] };
  const faults: string[] = [];
  const store = { broken: false };
  const unlessBroken = () => {
    if (store.broken) throw new Error("the disk is full");
  };
  const observer = new Observer({
    clock,
    store: {
      ended: async ({ id }) => void written.ended.push(id),
      sightings: async (rows) => {
        unlessBroken();
        written.sightings.push(...rows);
      },
      links: async () => {},
      absence: async () => {},
      checks: async (rows) => {
        unlessBroken();
        written.checks.push(...rows);
      },
    },
    report: (what) => void faults.push(what),
  });
  return { observer, time, waits, written, faults, store };
}

const seen = (id: string, atMs: number, status = "available"): Sighting => ({
  kind: "proxy",
  id,
  name: null,
  source: "listProxies",
  facts: { status },
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
const taught = (part: Partial<Observations>): Observations => ({
  sightings: [],
  links: [],
  absences: [],
  endings: [],
  checks: [],
  ...part,
});

describe("the observer", () => {
  it("writes a batch once, what is told twice once, and what has not changed only now and then", async () => {
    const { observer, waits, written } = observing();
    observer.take(taught({ sightings: [seen("p1", 1_000), seen("p2", 1_000)] }));
    observer.take(taught({ sightings: [seen("p1", 1_500)] }));
    expect(waits).toEqual([paces.noting.batchMs]);
    await observer.flush();
    expect(written.sightings.map(({ id, atMs }) => [id, atMs])).toEqual([
      ["p1", 1_500],
      ["p2", 1_000],
    ]);
    observer.take(taught({ sightings: [seen("p1", 2_000)] }));
    await observer.flush();
    expect(written.sightings).toHaveLength(2);
    observer.take(taught({ sightings: [seen("p1", 2_500, "unavailable")] }));
    observer.take(taught({ sightings: [seen("p2", 1_000 + paces.noting.againMs)] }));
    await observer.flush();
    expect(written.sightings).toHaveLength(4);
  });

  it("writes again what ended and is seen once more, however soon and unchanged", async () => {
    const { observer, written } = observing();
    const ending = (atMs: number) => ({ kind: "proxy" as const, id: "p1", atMs });
    observer.take(taught({ sightings: [seen("p1", 1_000)] }));
    observer.take(taught({ endings: [ending(1_100)] }));
    await observer.flush();
    observer.take(taught({ sightings: [seen("p1", 1_200)] }));
    await observer.flush();
    expect(written.sightings.map(({ atMs }) => atMs)).toEqual([1_000, 1_200]);
    // Within one batch what was told last holds.
    observer.take(taught({ endings: [ending(1_300)] }));
    observer.take(taught({ sightings: [seen("p1", 1_400)] }));
    await observer.flush();
    expect(written.sightings.at(-1)?.atMs).toBe(1_400);
    expect(written.ended).toEqual(["p1"]);
  });

  it("writes a check of ours soon and once, though the list tells of it before and after", async () => {
    const { observer, waits, written } = observing();
    observer.take(taught({ checks: [check(7, "list")] }));
    observer.take(taught({ checks: [check(7, "operator")] }));
    observer.take(taught({ checks: [check(7, "list")] }));
    expect(waits).toEqual([paces.noting.batchMs, paces.noting.checkMs]);
    await observer.flush();
    observer.take(taught({ checks: [check(7, "list")] }));
    await observer.flush();
    expect(written.checks).toEqual([check(7, "operator")]);
  });

  it("reports a store that takes nothing, and keeps checks until it does", async () => {
    const { observer, time, written, faults, store } = observing();
    store.broken = true;
    observer.take(taught({ sightings: [seen("p1", 1_000)], checks: [check(7, "operator")] }));
    await observer.flush();
    expect(faults).toHaveLength(2);
    expect(observer.state).toEqual({ failingSinceMs: time.nowMs, code: "store_unavailable", lost: 1 });
    store.broken = false;
    observer.take(taught({ sightings: [seen("p1", 1_100)] }));
    await observer.flush();
    expect(written.checks).toEqual([check(7, "operator")]);
    expect(written.sightings).toHaveLength(1);
    expect(observer.state).toEqual({ failingSinceMs: null, code: null, lost: 1 });
  });

  it("writes at its end what waits, and from then on neither writes nor fails", async () => {
    const { observer, waits, written, faults, store } = observing();
    observer.take(taught({ sightings: [seen("p1", 1_000)] }));
    await observer.end();
    expect(written.sightings.map(({ id }) => id)).toEqual(["p1"]);
    store.broken = true;
    observer.take(taught({ sightings: [seen("p2", 1_000)], checks: [check(7, "list")] }));
    expect(waits).toHaveLength(1);
    await observer.flush();
    expect(written.sightings).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it("holds a bounded number, and says how many it let go", async () => {
    const { observer, written, faults } = observing();
    const many = Array.from({ length: mostPending + 3 }, (_, at) => seen(`p${at}`, 1_000));
    observer.take(taught({ sightings: many }));
    await observer.flush();
    expect(written.sightings).toHaveLength(mostPending);
    expect(faults).toEqual(["more was seen than could be noted"]);
    expect(observer.state).toMatchObject({ code: "too_many", lost: 3 });
    observer.take(taught({ sightings: [seen("again", 1_000)] }));
    await observer.flush();
    expect(observer.state).toMatchObject({ failingSinceMs: null, code: null, lost: 3 });
  });
});
