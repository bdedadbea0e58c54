import { expect, test } from "vitest";
import { browsersPerMinute, FillPace, fillTimeMs } from "./fill-rate.ts";

test("the rate is a percentage of the size, and the fill time does not depend on the size", () => {
  expect(browsersPerMinute(3, 100)).toBe(3);
  expect(browsersPerMinute(20, 10)).toBe(2);
  expect(fillTimeMs(3, 100)).toBe(60_000);
  expect(fillTimeMs(20, 10)).toBe(600_000);
  // A small pool waits at most a minute for its next browser.
  expect(browsersPerMinute(5, 10)).toBe(1);
  expect(fillTimeMs(5, 10)).toBe(300_000);
  expect(browsersPerMinute(5, 0)).toBe(0);
  expect(fillTimeMs(5, 0)).toBe(Number.POSITIVE_INFINITY);
});

test("one start at once, then one per interval, without a burst after a pause", () => {
  const pace = new FillPace(3);
  expect(pace.waitMs(0)).toBe(0);
  pace.take(0);
  expect(pace.waitMs(0)).toBe(20_000);
  expect(pace.waitMs(5000)).toBe(15_000);
  expect(pace.waitMs(900_000)).toBe(0);
  pace.take(900_000);
  expect(pace.waitMs(900_000)).toBe(20_000);
});

test("a failed start is revoked, unless another followed", () => {
  const pace = new FillPace(3);
  pace.take(0);
  const giveBack = pace.take(30_000);
  giveBack();
  expect(pace.waitMs(30_000)).toBe(0);
  const early = pace.take(30_000);
  pace.take(50_000);
  early();
  expect(pace.waitMs(50_000)).toBe(20_000);
});

test("a new rate counts from the last start; rate 0 never fills", () => {
  const pace = new FillPace(1);
  pace.take(0);
  pace.setRate(4);
  expect(pace.waitMs(5000)).toBe(10_000);
  pace.setRate(0);
  expect(pace.waitMs(1e9)).toBe(Number.POSITIVE_INFINITY);
  expect(new FillPace(0).waitMs(0)).toBe(Number.POSITIVE_INFINITY);
});

test("a shorter minute shortens the interval between two starts, at any rate", () => {
  const pace = new FillPace(3, 6_000);
  pace.take(0);
  expect(pace.waitMs(0)).toBe(2_000);
  pace.setRate(6);
  expect(pace.waitMs(0)).toBe(1_000);
});
