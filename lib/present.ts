// The present, as the dashboard's server has it. What is recorded is dated by the server: with a computer whose clock is
// wrong, each age would be wrong by as much, and "the last hour" would be another one.
import { type Clock, systemClock } from "./clock.ts";

/** A response's `date` is cut to this. */
const dateStepMs = 1000;

/** By how much the server's clock is ahead of this computer's: 0 while the two may agree. */
let aheadMs = 0;

/** Epoch milliseconds now. */
export const presentMs = (): number => Date.now() + aheadMs;

/** A time that this computer's clock gave, as the server has it. */
export const presentOf = (localMs: number): number => localMs + aheadMs;

/** For what is shown beside what the server dated. */
export const presentClock: Clock = { ...systemClock, nowMs: presentMs };

/** The server's clock was in the second that begins at `serverMs` at some time between two of this computer's. */
function learn(serverMs: number, sentMs: number, receivedMs: number): void {
  const leastMs = serverMs - receivedMs;
  const mostMs = serverMs + dateStepMs - sentMs;
  // Not a number, or this computer's clock was set meanwhile.
  if (!(leastMs <= mostMs)) return;
  const fits = (ms: number) => leastMs <= ms && ms <= mostMs;
  if (fits(0)) aheadMs = 0;
  else if (!fits(aheadMs)) aheadMs = Math.round((leastMs + mostMs) / 2);
}

/** Learns from a response to a request that was sent at `sentMs` by this computer's clock. */
export function learnPresent({ headers }: Response, sentMs: number): void {
  learn(Date.parse(headers.get("date") ?? ""), sentMs, Date.now());
}

// The page says when it was made, so that its first requests are right already.
if (typeof document !== "undefined") {
  const madeMs = Number(document.documentElement.dataset.madeAt ?? Number.NaN);
  learn(madeMs, performance.timeOrigin, Date.now());
}
