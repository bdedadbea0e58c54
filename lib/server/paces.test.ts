import { describe, expect, it } from "vitest";
import { pacesAt, spedUp, standardPaces, wholeSeconds } from "./paces.ts";

/** Every value in an object of objects, with its path. */
const leaves = (of: object, path = ""): [string, number][] =>
  Object.entries(of).flatMap(([name, value]): [string, number][] =>
    typeof value === "number" ? [[`${path}${name}`, value]] : leaves(value, `${path}${name}.`),
  );

describe("paces that tests run faster", () => {
  it("are the standard ones at speed 1", () => {
    expect(spedUp(standardPaces, 1)).toEqual(standardPaces);
  });

  it("are divided, in whole milliseconds of which none is lost, and never nothing", () => {
    expect(spedUp({ aMs: 1_000, b: { cMs: 1_001, d: { eMs: 3 } } }, 10)).toEqual({
      aMs: 100,
      b: { cMs: 101, d: { eMs: 1 } },
    });
  });

  it("say their unit, and none is nothing from the start", () => {
    for (const [path, ms] of leaves(standardPaces)) {
      expect(path).toMatch(/Ms$/);
      expect(ms, path).toBeGreaterThan(0);
    }
  });
});

describe.each([1, 3, 7, 10, 100])("at speed %i", (speedup) => {
  const { access, alerts, attention, deliveries, lease, live, logs, mirror, polling, upstream } =
    pacesAt(speedup);

  it("a holder renews its lease several times before it ends, and survives a machine that is busy for two seconds", () => {
    expect(lease.lastsMs).toBeGreaterThanOrEqual(4 * lease.beatMs);
    expect(lease.lastsMs).toBeGreaterThanOrEqual(3_000);
  });

  it("nothing that is read at its slow pace counts as a gap or as stale", () => {
    const slowest = polling.usual.slowMs;
    for (const boundMs of [polling.maxSilenceMs, alerts.staleAfterMs, attention.poolsFreshMs])
      expect(boundMs).toBeGreaterThanOrEqual(2 * slowest);
    for (const boundMs of [alerts.mostElapsedMs, attention.alertsFreshMs, alerts.closableAfterMs])
      expect(boundMs).toBeGreaterThanOrEqual(2 * alerts.turnMs);
  });

  it("a look at another replica is heard of before it is forgotten", () => {
    for (const { watchedForMs } of [polling.usual, polling.calm])
      expect(watchedForMs).toBeGreaterThan(polling.viewerMarkMs + lease.beatMs);
  });

  it("what grows begins below its bound", () => {
    expect(deliveries.firstPauseMs).toBeLessThan(deliveries.longestPauseMs);
    expect(logs.leastBackoffMs).toBeLessThanOrEqual(logs.firstBackoffMs);
    expect(logs.firstBackoffMs).toBeLessThan(logs.longestBackoffMs);
    expect(logs.lingerMs).toBeLessThan(logs.keptAfterMs);
    expect(upstream.firstRetryMs).toBeLessThan(upstream.longestRetryMs);
    expect(mirror.sessionsLeastMs).toBeLessThan(mirror.sessionsMostMs);
  });

  it("an open stream is heard of and its session looked at as often as it is kept", () => {
    expect(live.tickMs).toBeLessThanOrEqual(live.heartbeatMs);
    expect(access.recheckMs).toBeLessThanOrEqual(live.tickMs);
  });
});

it("says a pace in whole seconds, never in none", () => {
  expect([1, 500, 1_000, 1_001, 5_000].map(wholeSeconds)).toEqual([1, 1, 1, 2, 5]);
});
