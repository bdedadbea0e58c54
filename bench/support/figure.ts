// What a harness gives back: figures, each this build's own number beside a baseline's of the same run.

export interface Goal {
  /** Whether the goal speaks of our number itself or of our number ÷ the baseline's. */
  readonly of: "value" | "ratio";
  readonly bound: "least" | "most";
  readonly than: number;
}

export interface Figure {
  /** Which goal it belongs to: `P4`. */
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  /** This build's number, a median of rounds. */
  readonly ours: number;
  readonly baseline?: { readonly name: string; readonly value: number };
  /** Absent: told for what it is worth. */
  readonly goal?: Goal;
  /** What has to be known to read it. */
  readonly note?: string;
}

/** What the command line says of how much is measured. */
export interface BenchOptions {
  /** How many runs a harness that reads runs over HTTP takes; its own number unless told. */
  readonly runs: number | undefined;
}

/** One file under `bench/` exports one of these as `harness`. */
export interface Harness {
  /** What it needs that takes long to make. */
  readonly needs: "nothing" | "build";
  /** Measures; throws when it cannot. `say` tells how far it is. */
  run(say: (words: string) => void, options: BenchOptions): Promise<Figure[]>;
}

/** Our number ÷ the baseline's; undefined without one. */
export const ratioOf = ({ ours, baseline }: Figure): number | undefined =>
  baseline === undefined ? undefined : ours / baseline.value;

/** Whether the goal is met; undefined where there is none. */
export function isMet(figure: Figure): boolean | undefined {
  const { goal } = figure;
  if (goal === undefined) return undefined;
  const value = goal.of === "value" ? figure.ours : ratioOf(figure);
  if (value === undefined) return false;
  return goal.bound === "least" ? value >= goal.than : value <= goal.than;
}

/** The middle of some numbers: of an even count the upper one of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("There is no median of nothing.");
  return middle;
}
