import { describe, expect, it } from "vitest";
import { pacesAt, spedUp, standardPaces, wholeSeconds } from "./paces.ts";

/** Every number in nested objects, with its path. */
const leaves = (of: object, path = ""): [string, number][] =>
  Object.entries(of).flatMap(([name, value]): [string, number][] =>
    typeof value === "number" ? [[`${path}${name}`, value]] : leaves(value, `${path}${name}.`),
  );

describe("paces that tests run faster", () => {
  it("equal the standard ones at speed 1", () => {
    expect(spedUp(standardPaces, 1)).toEqual(standardPaces);
  });

  it("are divided and rounded up to whole milliseconds, never to 0", () => {
    expect(spedUp({ aMs: 1_000, b: { cMs: 1_001, d: { eMs: 3 } } }, 10)).toEqual({
      aMs: 100,
      b: { cMs: 101, d: { eMs: 1 } },
    });
  });

  it("end in their unit, and none is 0", () => {
    for (const [path, ms] of leaves(standardPaces)) {
      expect(path).toMatch(/Ms$/);
      expect(ms, path).toBeGreaterThan(0);
    }
  });
});

describe.each([1, 3, 7, 10, 100])("at speed %i", (speedup) => {
  const { access, alerts, attention, deliveries, lease, live, logs, mirror, polling, upstream } =
    pacesAt(speedup);

  it("a holder renews its lease several times before it expires, and survives two seconds on a busy machine", () => {
    expect(lease.ttlMs).toBeGreaterThanOrEqual(4 * lease.renewEveryMs);
    expect(lease.ttlMs).toBeGreaterThanOrEqual(3_000);
  });

  it("a list read at its slow pace counts neither as a gap nor as stale", () => {
    const slowest = polling.usual.slowMs;
    for (const boundMs of [polling.maxSilenceMs, alerts.staleAfterMs, attention.poolsFreshMs])
      expect(boundMs).toBeGreaterThanOrEqual(2 * slowest);
    for (const boundMs of [alerts.mostElapsedMs, attention.alertsFreshMs, alerts.closableAfterMs])
      expect(boundMs).toBeGreaterThanOrEqual(2 * alerts.turnMs);
  });

  it("a viewer at another replica is reported before it expires", () => {
    for (const { watchedForMs } of [polling.usual, polling.calm])
      expect(watchedForMs).toBeGreaterThan(polling.viewerCheckpointMs + lease.renewEveryMs);
  });

  it("a growing interval begins below its bound", () => {
    expect(deliveries.firstPauseMs).toBeLessThan(deliveries.longestPauseMs);
    expect(logs.minBackoffMs).toBeLessThanOrEqual(logs.firstBackoffMs);
    expect(logs.firstBackoffMs).toBeLessThan(logs.maxBackoffMs);
    expect(logs.lingerMs).toBeLessThan(logs.ringRetentionMs);
    expect(upstream.firstRetryMs).toBeLessThan(upstream.longestRetryMs);
    expect(mirror.sessionsLeastMs).toBeLessThan(mirror.sessionsMostMs);
  });

  it("an open stream is checked at least as often as its heartbeats and its sign-in require", () => {
    expect(live.tickMs).toBeLessThanOrEqual(live.heartbeatMs);
    expect(access.recheckMs).toBeLessThanOrEqual(live.tickMs);
  });
});

it("rounds a pace up to whole seconds, never to 0", () => {
  expect([1, 500, 1_000, 1_001, 5_000].map(wholeSeconds)).toEqual([1, 1, 1, 2, 5]);
});
