// When the lines of a log were written and how severe they are, for a time axis. Memory is bounded: times are rounded,
// the more the longer the log.
import { type LogLevel, levelOf, logLevels } from "../format/log-level.ts";

/** Lines of about the same time. */
export interface LineMark {
  /** Epoch milliseconds, rounded down. */
  readonly atMs: number;
  /** The most severe level of the lines. */
  readonly level: LogLevel;
  readonly count: number;
}

const firstStepMs = 10;
const maxMarks = 2_048;
const leastSevere = logLevels.length - 1;
const severeUpTo = logLevels.indexOf("error");

export class LineMarks {
  #stepMs = firstStepMs;
  /** By time in steps: index of the level, and number of lines. */
  #marks = new Map<number, { level: number; count: number }>();
  #firstErrorMs: number | undefined;

  /** Adds a line; one without a valid time is left out. */
  add(atMs: number, text: string): void {
    if (Number.isNaN(atMs)) return;
    const level = logLevels.indexOf(levelOf(text));
    if (level <= severeUpTo && !(atMs >= (this.#firstErrorMs ?? Number.POSITIVE_INFINITY)))
      this.#firstErrorMs = atMs;
    this.#count(Math.floor(atMs / this.#stepMs), level, 1);
    while (this.#marks.size > maxMarks) this.#round();
  }

  /** Time of the earliest line with an error. */
  get firstErrorMs(): number | undefined {
    return this.#firstErrorMs;
  }

  /** In order of time. */
  list(): readonly LineMark[] {
    return [...this.#marks]
      .map(([step, { level, count }]) => ({
        atMs: step * this.#stepMs,
        level: logLevels[level] ?? "none",
        count,
      }))
      .sort((one, other) => one.atMs - other.atMs);
  }

  #count(step: number, level: number, count: number): void {
    const mark = this.#marks.get(step) ?? { level: leastSevere, count: 0 };
    this.#marks.set(step, { level: Math.min(mark.level, level), count: mark.count + count });
  }

  #round(): void {
    const marks = this.#marks;
    this.#marks = new Map();
    this.#stepMs *= 2;
    for (const [step, { level, count }] of marks) this.#count(Math.floor(step / 2), level, count);
  }
}
