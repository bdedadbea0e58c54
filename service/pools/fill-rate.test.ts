import { expect, test } from "vitest";
import { browsersPerMinute, FillRate, fillTimeMs } from "./fill-rate.ts";

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
  const rate = new FillRate(3);
  expect(rate.waitMs(0)).toBe(0);
  rate.take(0);
  expect(rate.waitMs(0)).toBe(20_000);
  expect(rate.waitMs(5000)).toBe(15_000);
  expect(rate.waitMs(900_000)).toBe(0);
  rate.take(900_000);
  expect(rate.waitMs(900_000)).toBe(20_000);
});

test("a failed start is revoked, unless another followed", () => {
  const rate = new FillRate(3);
  rate.take(0);
  const giveBack = rate.take(30_000);
  giveBack();
  expect(rate.waitMs(30_000)).toBe(0);
  const early = rate.take(30_000);
  rate.take(50_000);
  early();
  expect(rate.waitMs(50_000)).toBe(20_000);
});

test("a new rate counts from the last start; rate 0 never fills", () => {
  const rate = new FillRate(1);
  rate.take(0);
  rate.setRate(4);
  expect(rate.waitMs(5000)).toBe(10_000);
  rate.setRate(0);
  expect(rate.waitMs(1e9)).toBe(Number.POSITIVE_INFINITY);
  expect(new FillRate(0).waitMs(0)).toBe(Number.POSITIVE_INFINITY);
});

test("a shorter minute shortens the interval between two starts, at any rate", () => {
  const rate = new FillRate(3, 6_000);
  rate.take(0);
  expect(rate.waitMs(0)).toBe(2_000);
  rate.setRate(6);
  expect(rate.waitMs(0)).toBe(1_000);
});
