// What the process counts and measures for Prometheus. Each layer makes its own instruments here; lib/server/metrics adds
// what is read when they are scraped. Label values are bounded, because each new one is a series that stays.
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { perProcess } from "./per-process.ts";

/** Where a figure comes from: those of the store are left out while it cannot be read. */
export type FigureSource = "process" | "store";

export const registry = (source: FigureSource): Registry =>
  perProcess(`metrics-of-${source}`, () => new Registry())();

interface Described<Label extends string> {
  name: `fleetdeck_${string}`;
  help: string;
  labels?: readonly Label[];
  /** "process" by default. */
  source?: FigureSource;
}

const settingsOf = <Label extends string>({
  name,
  help,
  labels = [],
  source = "process",
}: Described<Label>) => ({
  name,
  help,
  labelNames: [...labels],
  registers: [registry(source)],
});

export const counter = <Label extends string = never>(described: Described<Label>): Counter<Label> =>
  perProcess(`metric.${described.name}`, () => new Counter(settingsOf(described)))();

export const gauge = <Label extends string = never>(described: Described<Label>): Gauge<Label> =>
  perProcess(`metric.${described.name}`, () => new Gauge(settingsOf(described)))();

/** `buckets`: upper bounds, in the unit of the name. */
export const histogram = <Label extends string = never>(
  described: Described<Label> & { buckets: readonly number[] },
): Histogram<Label> =>
  perProcess(
    `metric.${described.name}`,
    () => new Histogram({ ...settingsOf(described), buckets: [...described.buckets] }),
  )();

/** The value of a label that stands for all beyond the bound. */
export const otherName = "other";

/** Names that a label may have, at most so many; the first ones have theirs until they are released. */
export class BoundedNames {
  readonly #most: number;
  readonly #names = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the name has a place now. */
  admits(name: string): boolean {
    if (this.#names.has(name)) return true;
    if (this.#names.size >= this.#most) return false;
    this.#names.add(name);
    return true;
  }

  /** Releases the places of all names but these; returns the names that lost theirs. */
  keepOnly(names: ReadonlySet<string>): string[] {
    const gone = [...this.#names].filter((name) => !names.has(name));
    for (const name of gone) this.#names.delete(name);
    return gone;
  }
}
