// Widths of time buckets. Server and browser bucket with the same widths, counted from the epoch: a step then keeps its
// bounds while a window moves over it.
import { dayMs, hourMs, minuteMs, secondMs } from "./time-units.ts";

const stepsMs: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
];

/** When the step begins that a time is in, of those of `stepMs`; epoch milliseconds. */
export const stepStartMs = (atMs: number, stepMs: number): number => Math.floor(atMs / stepMs) * stepMs;

/** The smallest step of a clock, in whole milliseconds, that is at least `leastMs`; whole days above twelve hours. */
export const clockStepMs = (leastMs: number): number =>
  stepsMs.find((stepMs) => stepMs >= leastMs) ?? Math.ceil(leastMs / dayMs) * dayMs;
