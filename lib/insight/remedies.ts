// What would make a pool last: of each lever the smallest change by which, in the model of emptying.ts, it does.
import type { FillReadings, Remedy } from "../bff/pool-insight.ts";
import { minutesToEmpty, type PoolFlow } from "./emptying.ts";
import { percentPerMinute } from "./fill-rate.ts";

export interface RemedyInput {
  readonly flow: PoolFlow;
  readonly acquired: number;
  readonly size: number;
  readonly readings: FillReadings | null;
  /** False: fewer are started than the rate promises, so that a higher one promises nothing either. */
  readonly keepsRate: boolean;
  /** Whether `flow.fill` is the share of the size that `readings` has, and grows with it. */
  readonly growsWithSize: boolean;
  readonly targetMinutes: number;
  /** The greatest `fill_rate_per_minute` and size that the API takes. */
  readonly mostFillRate: number;
  readonly mostSize: number;
}

/** What sums of fractions may be off by: no browser more for a billionth of a minute. */
const rounding = 1e-9;

const lasts = (flow: PoolFlow, targetMinutes: number): boolean => {
  const minutes = minutesToEmpty(flow);
  return minutes === null || minutes >= targetMinutes * (1 - rounding);
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

/** Browsers that are out beyond the size, after it was made smaller. */
const beyondSize = ({ flow, acquired, size }: RemedyInput): number =>
  Math.max(0, flow.available + acquired - size);

function releasing(input: RemedyInput): Remedy {
  const { flow, acquired, targetMinutes } = input;
  // What is beyond the size is discarded when it comes back.
  const discarded = beyondSize(input);
  const released = (by: number): PoolFlow => ({
    ...flow,
    available: flow.available + Math.max(0, by - discarded),
  });
  const by = smallest(acquired, (count) => lasts(released(count), targetMinutes));
  if (by === undefined) return { kind: "none", of: "release", why: "too_few_acquired" };
  return { kind: "release", by, minutes: minutesToEmpty(released(by)) };
}

/** The reading that was observed; else the one that gives less. */
function readingOf({ supported, as_percent, as_count }: FillReadings): "percent" | "count" {
  if (supported === "count" || supported === "percent") return supported;
  return as_count < as_percent ? "count" : "percent";
}

function fillingFaster(input: RemedyInput): Remedy {
  const { flow, size, readings, keepsRate, targetMinutes, mostFillRate } = input;
  const none = (why: Extract<Remedy, { kind: "none" }>["why"]): Remedy => ({
    kind: "none",
    of: "fill_rate",
    why,
  });
  if (readings === null) return none("unknown_field");
  if (flow.unfilled <= 0 && flow.lost <= flow.fill) return none("nothing_to_fill");
  if (!keepsRate) return none("not_kept");
  // Zero is zero in every unit: what was seen at an earlier rate does not speak against one.
  if (readings.supported === "neither" && readings.configured > 0) return none("unknown_unit");
  const reading = readingOf(readings);
  const perMinute = (value: number) => (reading === "count" ? value : percentPerMinute(value, size));
  const gain = (by: number) => perMinute(readings.configured + by) - perMinute(readings.configured);
  const faster = (by: number): PoolFlow => ({ ...flow, fill: flow.fill + gain(by) });
  const by = smallest(mostFillRate - readings.configured, (step) => lasts(faster(step), targetMinutes));
  if (by === undefined) return none("beyond_bound");
  const to = readings.configured + by;
  return { kind: "fill_rate", by: gain(by), to, reading, minutes: minutesToEmpty(faster(by)) };
}

function enlarging(input: RemedyInput): Remedy {
  const { flow, size, readings, growsWithSize, targetMinutes, mostSize } = input;
  const share = growsWithSize ? (readings?.configured ?? 0) : 0;
  const held = beyondSize(input);
  const larger = (by: number): PoolFlow => ({
    ...flow,
    unfilled: flow.unfilled + Math.max(0, by - held),
    fill: flow.fill + percentPerMinute(share, size + by) - percentPerMinute(share, size),
  });
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
