import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countOf,
  emptyHistogram,
  type Histogram,
  histogramOf,
  histogramText,
  merged,
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

describe("a histogram of durations", () => {
  it("has none of anything when it is empty", () => {
    expect(quantile(emptyHistogram, 0.5)).toBeUndefined();
    expect(countOf(emptyHistogram)).toBe(0);
    expect(histogramText(emptyHistogram)).toBe("[]");
  });

  it("tells a quantile within its error, whatever the values", () => {
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1, maxLength: 200 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, share) => {
          const sorted = [...values].sort((a, b) => a - b);
          const truth = sorted[Math.max(1, Math.ceil(share * values.length)) - 1] ?? Number.NaN;
          const told = quantile(of(values), share) ?? Number.NaN;
          expect(Math.abs(told - truth)).toBeLessThanOrEqual(truth * relativeError * 1.000001);
        },
      ),
    );
  });

  it("adds up, in any order, and what is taken away was never there", () => {
    fc.assert(
      fc.property(durations, durations, (some, more) => {
        const both = histogramText(of([...some, ...more]));
        expect(histogramText(merged([of(more), of(some)]))).toBe(both);
        const back = more.reduce(
          (histogram, value) => withoutValue(histogram, value),
          of([...more, ...some]),
        );
        expect(histogramText(back)).toBe(histogramText(of(some)));
        expect(countOf(of(some))).toBe(some.length);
      }),
    );
  });

  it("survives being written and read, and reads nonsense as nothing", () => {
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
        addText(sum, '[1e9,5,"a",1,-1,2]');
        addSum(sum, other);
        expect(histogramText(histogramOfSum(sum))).toBe(histogramText(of(lists.flat())));
      }),
    );
    for (const text of ["", "{", "{}", "null", '["a",1]', "[1]"]) expect(histogramOf(text).size).toBe(0);
  });

  it("takes what is no duration for nothing", () => {
    for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(withValue(emptyHistogram, value).size).toBe(0);
  });

  it("stays small", () => {
    const values = Array.from({ length: 400 }, (_, at) => 1.1 ** at).filter((value) => value < 1e13);
    expect(of(values).size).toBeLessThan(320);
  });
});
