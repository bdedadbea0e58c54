// From recorded samples to a series worth drawing: pure.
import type { PoolSample } from "../../bff/history.ts";

/**
 * At most about `maxPoints` samples: of each slice of time the last answer stays, and a gap in it stays too, so that
 * an outage is seen at any zoom.
 */
export function thinned(samples: readonly PoolSample[], maxPoints: number): PoolSample[] {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || samples.length <= maxPoints) return [...samples];
  const slices = Math.max(1, Math.floor(maxPoints / 2));
  const sliceMs = Math.max(1, (last.at_ms - first.at_ms) / slices);
  const kept: PoolSample[] = [];
  let slice: PoolSample[] = [];
  let sliceNumber = 0;
  const flush = () => {
    const gap = slice.findLast((sample) => sample.available === null);
    const answer = slice.findLast((sample) => sample.available !== null);
    const both = [gap, answer].filter((sample) => sample !== undefined);
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
