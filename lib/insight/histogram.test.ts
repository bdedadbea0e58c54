import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countOf,
  emptyHistogram,
  type Histogram,
  histogramOf,
  histogramText,
  quantile,
  relativeError,
  withoutValue,
  withValue,
} from "./histogram.ts";
import { addSum, addText, type HistogramSum, histogramOfSum } from "./histogram-sum.ts";

const duration = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 4_000_000_000_000 }));
const durations = fc.array(duration, { maxLength: 200 });
const of = (values: readonly number[]): Histogram =>
  values.reduce<Histogram>((histogram, value) => withValue(histogram, value), emptyHistogram);

describe("histogram of durations", () => {
  it("has no quantile when empty", () => {
    expect(quantile(emptyHistogram, 0.5)).toBeUndefined();
    expect(countOf(emptyHistogram)).toBe(0);
    expect(histogramText(emptyHistogram)).toBe("[]");
  });

  it("returns quantiles within the maximum error", () => {
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1, maxLength: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, share) => {
          const sorted = [...values].sort((a, b) => a - b);
          const exact = sorted[Math.max(1, Math.ceil(share * values.length)) - 1] ?? Number.NaN;
          const estimate = quantile(of(values), share) ?? Number.NaN;
          expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(exact * relativeError * 1.000001);
        },
      ),
    );
  });

  it("adds in any order and removes exactly", () => {
    fc.assert(
      fc.property(durations, durations, (some, more) => {
        const both = histogramText(of([...some, ...more]));
        const sum: HistogramSum = [];
        for (const values of [more, some]) addText(sum, histogramText(of(values)));
        expect(histogramText(histogramOfSum(sum))).toBe(both);
        const back = more.reduce(
          (histogram, value) => withoutValue(histogram, value),
          of([...more, ...some]),
        );
        expect(histogramText(back)).toBe(histogramText(of(some)));
        expect(countOf(of(some))).toBe(some.length);
      }),
    );
  });

  it("round-trips as text and ignores invalid text", () => {
    fc.assert(
      fc.property(durations, (values) => {
        const text = histogramText(of(values));
        expect(histogramText(histogramOf(text))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.array(durations, { maxLength: 5 }), (lists) => {
        const sum: HistogramSum = [];
        const other: HistogramSum = [];
        for (const [at, values] of lists.entries())
          addText(at === 0 ? other : sum, histogramText(of(values)));
        addText(sum, "[not");
        addText(sum, '[1e9,5,"a",1,-1,2,2,"3"]');
        addSum(sum, other);
        expect(histogramText(histogramOfSum(sum))).toBe(histogramText(of(lists.flat())));
      }),
    );
    for (const text of ["", "{", "{}", "null", '["a",1]', "[1]"]) expect(histogramOf(text).size).toBe(0);
  });

  it("ignores invalid durations", () => {
    for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(withValue(emptyHistogram, value).size).toBe(0);
  });

  it("stays small", () => {
    const values = Array.from({ length: 400 }, (_, at) => 1.1 ** at).filter((value) => value < 1e13);
    expect(of(values).size).toBeLessThan(320);
  });
});

describe("quantiles of few values", () => {
  it("are 0 below a millisecond, and exact for one", () => {
    expect([0, 0.5, 0.999].map((value) => quantile(of([value]), 0.5))).toEqual([0, 0, 0]);
    expect(quantile(of([1]), 0.5)).toBe(1);
  });

  it("are those of the nearest rank", () => {
    const values = of([0, 1, 1, 1]);
    expect([0, 0.25, 0.26, 1, 7].map((share) => quantile(values, share))).toEqual([0, 0, 1, 1, 1]);
    expect(quantile(of([1, 0]), 0.5)).toBe(0);
  });
});

it("a histogram as text has its buckets in order, and as a sum the bounded valid ones", () => {
  expect(histogramText(of([1, 0, 0]))).toBe("[0,2,1,1]");
  expect([...histogramOf('[3,1,"a",1,4,"b",5,0,6,-1,7,2,8]')]).toEqual([
    [3, 1],
    [7, 2],
  ]);
  const sum: HistogramSum = [];
  addText(sum, '[0,2,-1,5,999,3,1000,4,"a",1,7,"b",8,0,9,-1,5]');
  addText(sum, "[0,1]");
  for (const text of ["", "null", "7", '{"0":1}']) addText(sum, text);
  expect([...histogramOfSum(sum)]).toEqual([
    [0, 3],
    [999, 3],
  ]);
  const other: HistogramSum = [];
  addText(other, "[0,1,2,5]");
  addSum(sum, other);
  expect([...histogramOfSum(sum)]).toEqual([
    [0, 4],
    [2, 5],
    [999, 3],
  ]);
});

it("removing an invalid duration changes nothing", () => {
  const values = of([5, 5]);
  for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(withoutValue(values, value)).toBe(values);
  expect(countOf(withoutValue(values, 5))).toBe(1);
  expect(countOf(withoutValue(withoutValue(values, 5), 5))).toBe(0);
});
