// The time axis of the requests in view.
import { hourMs, secondMs } from "@/lib/bff/time-units";
import type { NetworkRequest } from "@/lib/telemetry/network-requests";

export interface TimeAxis {
  /** Epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  /** Multiples of the step that are within. */
  readonly ticks: readonly number[];
}

const stepsMs = [10, 20, 50, 100, 200, 500, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200].map(
  (step, index) => (index < 6 ? step : step * secondMs),
);
const maxSteps = 4;
const minSpanMs = 100;

/**
 * The axis from the first beginning to the last end or beginning: what is open may last until `latestMs`, far beyond the
 * others. Undefined without a request.
 */
export function axisOf(requests: readonly NetworkRequest[], latestMs: number): TimeAxis | undefined {
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  for (const request of requests) {
    const [beginMs, endMs] = spanOf(request, Number.NEGATIVE_INFINITY, latestMs);
    fromMs = Math.min(fromMs, beginMs);
    toMs = Math.max(toMs, endMs);
  }
  if (!Number.isFinite(fromMs) || !Number.isFinite(toMs)) return undefined;
  const end = Math.max(toMs, fromMs + minSpanMs);
  // A little room, so that the last bar does not end at the edge.
  const lastMs = end + (end - fromMs) * 0.05;
  const least = (lastMs - fromMs) / maxSteps;
  const stepMs = stepsMs.find((step) => step >= least) ?? Math.ceil(least / hourMs) * hourMs;
  const ticks: number[] = [];
  for (let at = Math.ceil(fromMs / stepMs) * stepMs; at <= lastMs; at += stepMs) ticks.push(at);
  return { fromMs, toMs: lastMs, stepMs, ticks };
}

/** Position of a moment on the axis as a share of its width; undefined outside. */
export function shareAt({ fromMs, toMs }: TimeAxis, atMs: number): number | undefined {
  return atMs < fromMs || atMs > toMs ? undefined : (atMs - fromMs) / (toMs - fromMs);
}

/** Where the bar of a request begins, and how wide it is, as shares of the axis; that of an open one ends with the axis. */
export function barOf(
  axis: TimeAxis,
  request: NetworkRequest,
  latestMs: number,
): { readonly left: number; readonly width: number } {
  const [beginMs, endMs] = spanOf(request, Math.min(latestMs, axis.toMs), latestMs);
  const spanMs = axis.toMs - axis.fromMs;
  return { left: (beginMs - axis.fromMs) / spanMs, width: Math.max(0, endMs - beginMs) / spanMs };
}

/** Beginning and end; an open request ends at `openEndMs`. */
function spanOf(
  { startMs, endMs }: NetworkRequest,
  openEndMs: number,
  latestMs: number,
): readonly [number, number] {
  const beginMs = startMs ?? endMs ?? latestMs;
  return [beginMs, endMs ?? Math.max(beginMs, openEndMs)];
}

/** Text of a tick from a clock time such as `03:08:58.000`: as much of its end as the step needs. */
export function tickText(clock: string, stepMs: number): string {
  if (stepMs >= 60 * secondMs) return clock.slice(0, 5);
  return stepMs >= secondMs ? clock.slice(5, 8) : clock.slice(6, 12).replace(/0{1,2}$/, "");
}
