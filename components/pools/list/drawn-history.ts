import type { PoolHistory, PoolPoint } from "@/lib/bff/history";
import { drawnRange, drawnTime } from "@/lib/charts/time-range";
import type { PoolRow } from "../pool-rows.ts";

/** What the rows draw of a history: the same of two answers within half a minute, unless a count differs. */
export function drawnHistory({ pools, ...history }: PoolHistory): {
  range: NonNullable<PoolRow["range"]>;
  samplesOf: ReadonlyMap<string, readonly PoolPoint[]>;
} {
  const samplesOf = new Map(
    pools.map(({ pool_id, samples }) => [
      pool_id,
      samples.map((sample) => ({ ...sample, at_ms: drawnTime(sample.at_ms) })),
    ]),
  );
  return { range: drawnRange(history), samplesOf };
}
