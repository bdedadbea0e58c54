// Combines all insight about one pool, from its samples and configuration.
import type { BrowserCapacity, Consumption, FillRate, PoolInsight, SetRate } from "../bff/pool-insight.ts";
import { minuteMs } from "../bff/time-units.ts";
import { type PoolConfig, poolFillRate } from "../contract/pools.ts";
import { isAtLimit, largestSize } from "./browser-capacity.ts";
import { consumptionOf } from "./consumption.ts";
import { type CountSample, lastAnswers, type Measured, stretchesOf, unfilledOf } from "./counts.ts";
import { configuredRateOf, isFasterThan, learnFillRate } from "./fill-rate.ts";
import { fillStateOf } from "./fill-state.ts";
import { remediesOf } from "./remedies.ts";
import { isDraining, timeToEmptyOf } from "./time-to-empty.ts";

export interface InsightInput {
  readonly poolId: string;
  /** Oldest first. */
  readonly samples: readonly CountSample[];
  readonly config: PoolConfig;
  readonly set: SetRate | null;
  /** When the configured fill rate last changed, epoch milliseconds: earlier samples are of another one. */
  readonly rateSinceMs?: number | undefined;
  /** Maximum distance of samples that belong together. */
  readonly maxSilenceMs: number;
  /** How long the last answered poll holds while later ones fail; not at all by default. */
  readonly heldMs?: number | undefined;
  readonly overMs: number;
  readonly targetMinutes: number;
  /** See `BrowserCapacity`. */
  readonly capacity?: BrowserCapacity | null;
}

function fillRateOf(
  stretches: readonly (readonly Measured[])[],
  config: PoolConfig,
  set: SetRate | null,
): FillRate {
  const size = config.size ?? null;
  const learned = learnFillRate(stretches, size);
  const configured = configuredRateOf(config.fill_rate_per_minute ?? null, size, learned);
  const rest = { set, learned, configured };
  if (set !== null) return { per_minute: set.per_minute, source: "set", ...rest };
  // At zero nothing is filled, whatever was observed before.
  if (configured?.percent === 0) return { per_minute: 0, source: "configured", ...rest };
  // The samples may be of a higher rate that was configured before: a pool is held to its present one.
  const isOutdated = learned !== null && configured !== null && isFasterThan(learned, configured.per_minute);
  if (learned !== null && !isOutdated) return { per_minute: learned.per_minute, source: "learned", ...rest };
  if (configured !== null) return { per_minute: configured.per_minute, source: "configured", ...rest };
  return { per_minute: null, source: "unknown", ...rest };
}

/** A pool that does not drain within the time of the rate is looked at for as many times as long: see `flowOf`. */
const longerBy = 4;

/** Browsers per minute that the pool is expected to start while it is below its size. `observed`: at its present fill rate. */
function fillingOf(
  { fill, state }: Pick<PoolInsight, "fill" | "state">,
  observed: Consumption | null,
): number {
  // For a pool that cannot fill, only observed arrivals count.
  if (state.kind === "cannot_fill") {
    const { started, from_ms: fromMs, to_ms: toMs } = state.evidence;
    return (started * minuteMs) / Math.max(1, toMs - fromMs);
  }
  const rate = fill.per_minute ?? 0;
  if (fill.source === "set" || observed === null) return rate;
  // A pool may replace at once, beyond its rate, what is discarded on release: it goes on as it did meanwhile.
  return Math.max(rate, observed.started / observed.minutes);
}

/** Consumption over a time, and what the pool is expected to start meanwhile, in browsers per minute. */
interface Flow {
  readonly consumption: Consumption | null;
  readonly filling: number;
}

/**
 * The flow over the usual time, or a longer one where only that shows that the pool drains: one browser in a few minutes
 * empties a small pool, too.
 */
function flowOf(flowOver: (overMs: number) => Flow, overMs: number): Flow {
  const drains = ({ consumption, filling }: Flow) => consumption !== null && isDraining(consumption, filling);
  const usual = flowOver(overMs);
  if (usual.consumption === null || drains(usual)) return usual;
  const longer = flowOver(longerBy * overMs);
  return drains(longer) ? longer : usual;
}

/** Rates, alarm, time to empty and remedies of one pool. Drift depends on sessions and is added by the caller. */
export function poolInsightOf(input: InsightInput): PoolInsight {
  const { config, samples, rateSinceMs = Number.NEGATIVE_INFINITY } = input;
  const stretches = stretchesOf(samples, input.maxSilenceMs);
  // Mostly the rate did not change, and six hours of counts need not be copied.
  const ofRate = (stretch: readonly Measured[]) =>
    (stretch[0]?.atMs ?? 0) >= rateSinceMs ? stretch : stretch.filter(({ atMs }) => atMs >= rateSinceMs);
  const fill = fillRateOf(stretches.map(ofRate), config, input.set);
  const fresh = lastAnswers(samples, input.maxSilenceMs, input.heldMs);
  const newest = fresh.at(-1);
  const state = fillStateOf(ofRate(fresh), fill.per_minute);
  const flowOver = (overMs: number): Flow => {
    const consumption = newest === undefined ? null : consumptionOf(stretches, overMs);
    const isOfRate = consumption === null || consumption.from_ms >= rateSinceMs;
    const observed = isOfRate ? consumption : consumptionOf(stretches.map(ofRate), overMs);
    return { consumption, filling: fillingOf({ fill, state }, observed) };
  };
  const { consumption, filling } = flowOf(flowOver, input.overMs);
  const unfilled = newest === undefined ? null : unfilledOf(newest);
  const stalled = state.kind === "cannot_fill" && state.cause === "stalled";
  const known = newest !== undefined && consumption !== null && unfilled !== null && newest.size !== null;
  const empty = known ? timeToEmptyOf({ available: newest.available, unfilled }, consumption, filling) : null;
  return {
    pool_id: input.poolId,
    sampled_at_ms: newest?.atMs ?? null,
    samples: samples.filter(({ available }) => available !== null).length,
    available: newest?.available ?? null,
    acquired: newest?.acquired ?? null,
    size: newest?.size ?? null,
    unfilled,
    fill,
    state,
    consumption,
    empty,
    remedies:
      known && newest.size !== null && empty?.minutes != null
        ? remediesOf({
            flow: {
              available: newest.available,
              unfilled,
              taken: consumption.taken_per_minute,
              lost: consumption.lost_per_minute,
              fill: filling,
            },
            acquired: newest.acquired,
            size: newest.size,
            configured: fill.configured,
            keepsRate: !stalled,
            growsWithSize:
              fill.source !== "set" && fill.configured !== null && fill.configured.met !== false && !stalled,
            targetMinutes: input.targetMinutes,
            mostFillRate: poolFillRate.max,
            mostSize: largestSize(input.capacity, input.poolId),
            isAtLimit: isAtLimit(input.capacity),
          })
        : [],
    drift: null,
  };
}
