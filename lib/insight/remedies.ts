// What would make a pool last: of each lever the smallest change by which, in the model of emptying.ts, it does.
import type { FillReadings, Remedy } from "../bff/pool-insight.ts";
import { minutesToEmpty, type PoolFlow } from "./emptying.ts";
import { percentPerMinute } from "./fill-rate.ts";

export interface RemedyInput {
  readonly flow: PoolFlow;
  readonly acquired: number;
  readonly size: number;
  readonly readings: FillReadings | null;
  readonly targetMinutes: number;
  /** The greatest `fill_rate_per_minute` and size that the API takes. */
  readonly mostFillRate: number;
  readonly mostSize: number;
}

const lasts = (flow: PoolFlow, targetMinutes: number): boolean => {
  const minutes = minutesToEmpty(flow);
  return minutes === null || minutes >= targetMinutes;
};

/** The smallest whole number of 1..`most` that `passes`; more never passes less. */
function smallest(most: number, passes: (by: number) => boolean): number | undefined {
  if (most < 1 || !passes(most)) return undefined;
  let below = 0;
  let good = most;
  while (good - below > 1) {
    const middle = Math.floor((below + good) / 2);
    if (passes(middle)) good = middle;
    else below = middle;
  }
  return good;
}

function releasing({ flow, acquired, targetMinutes }: RemedyInput): Remedy {
  const released = (by: number): PoolFlow => ({ ...flow, available: flow.available + by });
  const by = smallest(acquired, (count) => lasts(released(count), targetMinutes));
  if (by === undefined) return { kind: "none", of: "release", why: "too_few_acquired" };
  return { kind: "release", by, minutes: minutesToEmpty(released(by)) };
}

function fillingFaster({ flow, size, readings, targetMinutes, mostFillRate }: RemedyInput): Remedy {
  if (readings === null) return { kind: "none", of: "fill_rate", why: "unknown_field" };
  if (flow.unfilled <= 0 && flow.lost <= flow.fill)
    return { kind: "none", of: "fill_rate", why: "nothing_to_fill" };
  // Per cent unless only the other reading fits what was seen: it is what the API's later description says.
  const reading = readings.supported === "count" ? "count" : "percent";
  const perMinute = (value: number) => (reading === "count" ? value : percentPerMinute(value, size));
  const gain = (by: number) => perMinute(readings.configured + by) - perMinute(readings.configured);
  const faster = (by: number): PoolFlow => ({ ...flow, fill: flow.fill + gain(by) });
  const by = smallest(mostFillRate - readings.configured, (step) => lasts(faster(step), targetMinutes));
  if (by === undefined) return { kind: "none", of: "fill_rate", why: "beyond_bound" };
  const to = readings.configured + by;
  return { kind: "fill_rate", by: gain(by), to, reading, minutes: minutesToEmpty(faster(by)) };
}

function enlarging({ flow, size, targetMinutes, mostSize }: RemedyInput): Remedy {
  const larger = (by: number): PoolFlow => ({ ...flow, unfilled: flow.unfilled + by });
  const by = smallest(mostSize - size, (count) => lasts(larger(count), targetMinutes));
  if (by === undefined) return { kind: "none", of: "size", why: "beyond_bound" };
  return { kind: "size", by, to: size + by, minutes: minutesToEmpty(larger(by)) };
}

/** One answer per lever, those that keep no further browser running first; none while the pool lasts as it is. */
export function remediesOf(input: RemedyInput): Remedy[] {
  // An empty pool that fills faster than it is emptied needs time, which is what the levers cannot give.
  if (lasts(input.flow, input.targetMinutes)) return [];
  return [releasing(input), fillingFaster(input), enlarging(input)];
}
