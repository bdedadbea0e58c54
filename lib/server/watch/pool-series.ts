// From recorded samples to a series worth drawing: pure.
import type { SliceSample } from "../store/pool-history.ts";

/**
 * At most about `maxPoints` samples: of each slice of time the last answer stays, with the least available of all
 * answers in it, and a gap in it stays too, so that an outage and a short dip are seen at any zoom.
 */
export function thinned(samples: readonly SliceSample[], maxPoints: number): SliceSample[] {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || samples.length <= maxPoints) return [...samples];
  const slices = Math.max(1, Math.floor(maxPoints / 2));
  const sliceMs = Math.max(1, (last.at_ms - first.at_ms) / slices);
  const kept: SliceSample[] = [];
  let slice: SliceSample[] = [];
  let sliceNumber = 0;
  const flush = () => {
    const gap = slice.findLast((sample) => sample.available === null);
    const answer = slice.findLast((sample) => sample.available !== null);
    const least = slice.map((sample) => sample.available_min).filter((value) => value !== null);
    const stands = answer === undefined ? undefined : { ...answer, available_min: Math.min(...least) };
    const both = [gap, stands].filter((sample) => sample !== undefined);
    kept.push(...both.sort((a, b) => a.at_ms - b.at_ms));
    slice = [];
  };
  for (const sample of samples) {
    const number = Math.min(slices - 1, Math.floor((sample.at_ms - first.at_ms) / sliceMs));
    if (number !== sliceNumber) flush();
    sliceNumber = number;
    slice.push(sample);
  }
  flush();
  return kept;
}
