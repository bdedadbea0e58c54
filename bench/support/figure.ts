// The result of a harness: figures, each with this build's value and, optionally, a baseline's from the same
// measurement.
import { z } from "zod";

const number = z.union([z.number(), z.nan()]);

const goal = z.object({
  /** Whether `than` bounds our value or our value ÷ the baseline's. */
  of: z.enum(["value", "ratio"]),
  bound: z.enum(["least", "most"]),
  than: z.number(),
});
export type Goal = Readonly<z.infer<typeof goal>>;

export const figure = z.object({
  /** The performance goal it belongs to, such as `P4`. */
  id: z.string(),
  what: z.string(),
  unit: z.string(),
  /** This build's value, a median of rounds. */
  ours: number,
  baseline: z.optional(z.object({ name: z.string(), value: number })),
  /** Absent: for information only. */
  goal: z.optional(goal),
  /** Shown behind `what`. */
  note: z.optional(z.string()),
});
export type Figure = Readonly<z.infer<typeof figure>>;

/** Options of the command line. */
export interface BenchOptions {
  /** The number of invocations to measure with; undefined: the harness's own. */
  readonly invocations: number | undefined;
  /** The same of stored lines. */
  readonly lines: number | undefined;
  /** The duration of harnesses that run for minutes. */
  readonly minutes: number | undefined;
}

/** One file under `bench/` exports one of these as `harness`. It has a process of its own. */
export interface Harness {
  /** `build`: a production build of the dashboard. */
  readonly needs: "nothing" | "build";
  /** It counts, or waits for what comes at a set pace: others of this kind run beside it. The rest measure how fast
   *  something is, and run alone. */
  readonly isPaced?: boolean;
  /** Builds or starts what `run` then uses, and measures nothing: begins when paced ones leave room beside them. */
  readonly prepare?: (options: BenchOptions) => Promise<unknown>;
  /** Measures; throws when it cannot. `log` reports progress. */
  readonly run: (log: (message: string) => void, options: BenchOptions) => Promise<Figure[]>;
}

/** Our value ÷ the baseline's; undefined without a baseline. */
export const ratioOf = ({ ours, baseline }: Figure): number | undefined =>
  baseline === undefined ? undefined : ours / baseline.value;

/** Whether the goal is met; undefined without a goal. */
export function isMet(figure: Figure): boolean | undefined {
  const { goal } = figure;
  if (goal === undefined) return undefined;
  const value = goal.of === "value" ? figure.ours : ratioOf(figure);
  if (value === undefined) return false;
  return goal.bound === "least" ? value >= goal.than : value <= goal.than;
}

/** The median; of an even count the upper of the two middle values. Throws for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("No values, no median.");
  return middle;
}

/** The least number of values of which the 95th percentile is not the longest. */
export const leastForP95 = 20;

/** The 95th percentile: 95 of 100 values are at most this. Throws for fewer than `leastForP95`. */
export function p95Of(values: readonly number[]): number {
  if (values.length < leastForP95)
    throw new Error(`Of ${values.length} values the longest is no percentile.`);
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

/** Milliseconds of runs: the median, the 95th percentile and the longest. */
export interface Durations {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** How long `times` runs of `work` take, after one warm-up run. */
export async function durationsOf(times: number, work: () => Promise<unknown>): Promise<Durations> {
  const taken: number[] = [];
  await work();
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
  }
  return { p50: median(taken), p95: p95Of(taken), max: Math.max(...taken) };
}

/** The 95th percentile of runs of `work`, in milliseconds, after one warm-up run. */
export const p95 = async (work: () => Promise<unknown>, times = leastForP95): Promise<number> =>
  (await durationsOf(times, work)).p95;
