import { expect, it } from "vitest";
import { LogRing } from "./ring.ts";
import { allRingsMaxBytes, RingMemory } from "./ring-memory.ts";

const line = (text: string) => ({ at: "2026-01-01T00:00:00Z", text, cut: false });

/** Fills a ring until it is as large as one may be. */
function fill(ring: LogRing, char = "x"): void {
  for (let count = 0; count < 40; count += 1) ring.addLine(line(char.repeat(32_768)));
}

it("all rings of a process stay within 256 MiB, however many are full (T44)", () => {
  const memory = new RingMemory();
  const rings = Array.from({ length: 400 }, (_, at) => new LogRing(`e${at}`, undefined, memory));
  for (const ring of rings) {
    fill(ring);
    expect(memory.totalBytes).toBeLessThanOrEqual(allRingsMaxBytes);
  }
  expect(rings.reduce((sum, ring) => sum + ring.sizeBytes, 0)).toBe(memory.totalBytes);
  for (const ring of rings) expect(ring.firstId).toBeLessThanOrEqual(ring.lastId);
});

it("rings that nobody reads go first", () => {
  const memory = new RingMemory(6_000_000);
  const [idle, busy] = [new LogRing("a", undefined, memory), new LogRing("b", undefined, memory)];
  memory.dropIdle = (enough) => {
    if (!enough()) memory.remove(idle);
  };
  fill(idle);
  fill(busy);
  const other = new LogRing("c", undefined, memory);
  fill(other);
  fill(other);
  expect(memory.totalBytes).toBe(busy.sizeBytes + other.sizeBytes);
  expect(busy.sizeBytes).toBeGreaterThan(2_000_000);
});

it("a reader whose lines were evicted for others learns how many", () => {
  const memory = new RingMemory(300_000);
  const [ring, other] = [new LogRing("a", undefined, memory), new LogRing("b", undefined, memory)];
  for (let count = 0; count < 100; count += 1) ring.addLine(line("y".repeat(1_000)));
  fill(other);
  const lost = ring.lostAfter(ring.startId);
  expect((lost?.count ?? 0) + (ring.lastId - ring.firstId + 1)).toBe(100);
});

it("a ring that is gone no longer counts", () => {
  const memory = new RingMemory();
  const ring = new LogRing("a", undefined, memory);
  fill(ring);
  memory.remove(ring);
  memory.remove(ring);
  expect(memory.totalBytes).toBe(0);
});
