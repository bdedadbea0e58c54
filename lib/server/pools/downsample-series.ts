// Reduces recorded samples to the number of points of a chart. Pure.
import { clockStepMs } from "../../bff/clock-step.ts";
import type { SliceSample } from "./pool-sample-history.ts";

/**
 * At most about `maxPoints` samples. Each slice of time, aligned to the clock, keeps its last answer, with the minimum `available` of all its
 * answers, and its last gap, so that outages and short dips stay visible at any zoom.
 */
export function downsampleSeries(samples: readonly SliceSample[], maxPoints: number): SliceSample[] {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || samples.length <= maxPoints) return [...samples];
  const slices = Math.max(1, Math.floor(maxPoints / 2));
  // One more slice than the range is long: its ends lie within slices.
  const sliceMs =
    slices === 1 ? Number.POSITIVE_INFINITY : clockStepMs((last.at_ms - first.at_ms) / (slices - 1));
  const result: SliceSample[] = [];
  let slice: SliceSample[] = [];
  let sliceNumber = Math.floor(first.at_ms / sliceMs);
  const flush = () => {
    const gap = slice.findLast((sample) => sample.available === null);
    const answer = slice.findLast((sample) => sample.available !== null);
    const minimums = slice.map((sample) => sample.available_min).filter((value) => value !== null);
    const representative =
      answer === undefined ? undefined : { ...answer, available_min: Math.min(...minimums) };
    const points = [gap, representative].filter((sample) => sample !== undefined);
    result.push(...points.sort((a, b) => a.at_ms - b.at_ms));
    slice = [];
  };
  for (const sample of samples) {
    const number = Math.floor(sample.at_ms / sliceMs);
    if (number !== sliceNumber) flush();
    sliceNumber = number;
    slice.push(sample);
  }
  flush();
  return result;
}
