// Remedies for a pool that runs empty: for each lever the smallest sufficient change, by the model of time-to-empty.ts.
import type { ConfiguredRate, Remedy } from "../bff/pool-insight.ts";
import { percentPerMinute } from "./fill-rate.ts";
import { minutesToEmpty, type PoolFlow } from "./time-to-empty.ts";

export interface RemedyInput {
  readonly flow: PoolFlow;
  readonly acquired: number;
  readonly size: number;
  readonly configured: ConfiguredRate | null;
  /** False: the pool does not reach its configured rate, so a higher one would not help. */
  readonly keepsRate: boolean;
  /** Whether `flow.fill` is a percentage of the size, as in `configured`, and grows with it. */
  readonly growsWithSize: boolean;
  readonly targetMinutes: number;
  /** Maximum `fill_rate_per_minute` and size of the API. */
  readonly mostFillRate: number;
  readonly mostSize: number;
  /** No further browser can start, so neither a higher rate nor a larger size helps. */
  readonly isAtLimit: boolean;
}

/** Tolerance for rounding errors, so that they do not add a browser. */
const rounding = 1e-9;

const lasts = (flow: PoolFlow, targetMinutes: number): boolean => {
  const minutes = minutesToEmpty(flow);
  return minutes === null || minutes >= targetMinutes * (1 - rounding);
};

/** The smallest whole number in 1..`most` that `passes`; `passes` is monotonic. */
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

/** Acquired browsers beyond the size, after it was reduced. */
const beyondSize = ({ flow, acquired, size }: RemedyInput): number =>
  Math.max(0, flow.available + acquired - size);

function releasing(input: RemedyInput): Remedy {
  const { flow, acquired, targetMinutes } = input;
  // Browsers beyond the size are discarded on release.
  const discarded = beyondSize(input);
  const released = (by: number): PoolFlow => ({
    ...flow,
    available: flow.available + Math.max(0, by - discarded),
  });
  const by = smallest(acquired, (count) => lasts(released(count), targetMinutes));
  if (by === undefined) return { kind: "none", of: "release", why: "too_few_acquired" };
  return { kind: "release", by, minutes: minutesToEmpty(released(by)) };
}

function fillingFaster(input: RemedyInput): Remedy {
  const { flow, size, configured, keepsRate, targetMinutes, mostFillRate, isAtLimit } = input;
  const none = (why: Extract<Remedy, { kind: "none" }>["why"]): Remedy => ({
    kind: "none",
    of: "fill_rate",
    why,
  });
  if (configured === null) return none("unknown_field");
  if (isAtLimit && flow.unfilled > 0) return none("at_limit");
  if (flow.unfilled <= 0 && flow.lost <= flow.fill) return none("nothing_to_fill");
  if (!keepsRate || configured.met === false) return none("not_kept");
  const gain = (by: number) => percentPerMinute(configured.percent + by, size) - configured.per_minute;
  const faster = (by: number): PoolFlow => ({ ...flow, fill: flow.fill + gain(by) });
  const by = smallest(mostFillRate - configured.percent, (step) => lasts(faster(step), targetMinutes));
  if (by === undefined) return none("beyond_bound");
  return {
    kind: "fill_rate",
    by: gain(by),
    to: configured.percent + by,
    minutes: minutesToEmpty(faster(by)),
  };
}

function enlarging(input: RemedyInput): Remedy {
  const { flow, size, configured, growsWithSize, targetMinutes, mostSize, isAtLimit } = input;
  if (isAtLimit) return { kind: "none", of: "size", why: "at_limit" };
  const percent = growsWithSize ? (configured?.percent ?? 0) : 0;
  const held = beyondSize(input);
  const larger = (by: number): PoolFlow => ({
    ...flow,
    unfilled: flow.unfilled + Math.max(0, by - held),
    fill: flow.fill + percentPerMinute(percent, size + by) - percentPerMinute(percent, size),
  });
  const by = smallest(mostSize - size, (count) => lasts(larger(count), targetMinutes));
  if (by === undefined) return { kind: "none", of: "size", why: "beyond_bound", most: mostSize };
  return { kind: "size", by, to: size + by, minutes: minutesToEmpty(larger(by)) };
}

/** One remedy per lever, those without further running browsers first; none while the pool lasts. */
export function remediesOf(input: RemedyInput): Remedy[] {
  // An empty pool that fills faster than it is consumed only needs time.
  if (lasts(input.flow, input.targetMinutes)) return [];
  return [releasing(input), fillingFaster(input), enlarging(input)];
}
