// What the upstream says that the time is: another clock than ours, where it runs on another machine.
import "server-only";
import { perProcess } from "../per-process.ts";

const kept = () => perProcess("upstream-time", (): { told?: { atMs: number; monotonicMs: number } } => ({}));

/** Takes in the `Date` of an answer. */
export function noteDate(date: string | undefined): void {
  const atMs = date === undefined ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(atMs)) kept().told = { atMs, monotonicMs: performance.now() };
}

/** The upstream's time by its newest answer that told it, epoch milliseconds; undefined: none did. */
export function upstreamTimeMs(): number | undefined {
  const { told } = kept();
  return told && told.atMs + performance.now() - told.monotonicMs;
}
