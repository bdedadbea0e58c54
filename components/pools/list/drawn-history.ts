import type { PoolHistory, PoolPoint } from "@/lib/bff/history";
import type { PoolRow } from "../pool-rows.ts";

/** By which times have to move until the drawing in a row is another: less than a pixel of an hour. */
const movesByMs = 30_000;

const drawnTime = (atMs: number) => Math.ceil(atMs / movesByMs) * movesByMs;

/** What the rows draw of a history: the same of two answers within half a minute, unless a count differs. */
export function drawnHistory({ since_ms, until_ms, pools }: PoolHistory): {
  range: NonNullable<PoolRow["range"]>;
  samplesOf: ReadonlyMap<string, readonly PoolPoint[]>;
} {
  const lengthMs = Math.round((until_ms - since_ms) / movesByMs) * movesByMs;
  const toMs = drawnTime(until_ms);
  const samplesOf = new Map(
    pools.map(({ pool_id, samples }) => [
      pool_id,
      samples.map((sample) => ({ ...sample, at_ms: drawnTime(sample.at_ms) })),
    ]),
  );
  return { range: { fromMs: toMs - lengthMs, toMs }, samplesOf };
}
