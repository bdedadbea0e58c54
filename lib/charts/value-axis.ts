import { clockStepMs } from "../bff/clock-step.ts";

/** Round values from 0 to at least `max` for an axis of counts: whole numbers, `wanted` steps or fewer. */
export function countTicks(max: number, wanted = 4): readonly number[] {
  if (!Number.isFinite(max) || max <= 0) return [0, 1];
  const rough = max / wanted;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * magnitude >= rough) ?? 10;
  const step = Math.max(1, Math.ceil(factor * magnitude));
  const ticks: number[] = [];
  for (let value = 0; value < max + step; value += step) ticks.push(value);
  return ticks;
}

/** Durations from 0 to at least `maxMs` for an axis, in whole units of a clock; `wanted` steps or fewer. */
export function durationTicks(maxMs: number, wanted = 3): readonly number[] {
  if (!Number.isFinite(maxMs) || maxMs <= 0) return [0, 1];
  const stepMs = clockStepMs(maxMs / wanted);
  return Array.from({ length: Math.ceil(maxMs / stepMs) + 1 }, (_, at) => at * stepMs);
}
