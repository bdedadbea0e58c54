// Retries and circuit breakers. One breaker per operation, so that a failing operation does not block the others.
import "server-only";
import { ExponentialBackoff, handleWhen, retry } from "cockatiel";
import { systemClock } from "../../clock.ts";
import type { Operation } from "../../contract/operation.ts";
import { deadlines, paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import type { Deadline } from "./send.ts";
import { circuitOpen, UpstreamFailure } from "./upstream-failure.ts";
import { countCall } from "./upstream-measurements.ts";

const failuresToOpen = 5;

/** A breaker of our own, because those of libraries measure with the wall clock. */
interface Breaker {
  /** Consecutive failures; from `failuresToOpen` on it is open. */
  failures: number;
  /** When an open breaker lets the next call through, by the monotonic clock. */
  nextTryMs: number;
  /** The last failure that counted. */
  last: UpstreamFailure | undefined;
}
const breakers = perProcess("upstream-breakers", () => new Map<string, Breaker>());

/** The operations that were called, with whether their breaker is open: not once its next call was due for a minute. */
export function breakerStates(): { operation: string; open: boolean }[] {
  const nowMs = systemClock.monotonicMs();
  return [...breakers()].map(([operation, { failures, nextTryMs }]) => ({
    operation,
    open: failures >= failuresToOpen && nowMs - nextTryMs < paces.upstream.knownForMs,
  }));
}

function breakerOf(operation: Operation): Breaker {
  const breaker = breakers().get(operation.id) ?? { failures: 0, nextTryMs: 0, last: undefined };
  breakers().set(operation.id, breaker);
  return breaker;
}

async function throughBreaker<T>(operation: Operation, send: () => Promise<T>): Promise<T> {
  const breaker = breakerOf(operation);
  const nowMs = systemClock.monotonicMs();
  if (breaker.failures >= failuresToOpen && breaker.last !== undefined) {
    if (nowMs < breaker.nextTryMs) {
      countCall(operation, "not_sent");
      throw circuitOpen(breaker.last);
    }
    // Other calls fail until this one has succeeded.
    breaker.nextTryMs = nowMs + paces.upstream.probeEveryMs;
  }
  try {
    const answer = await send();
    breaker.failures = 0;
    return answer;
  } catch (error) {
    if (error instanceof UpstreamFailure && error.unhealthy) {
      breaker.failures += 1;
      breaker.last = error;
      breaker.nextTryMs = systemClock.monotonicMs() + paces.upstream.probeEveryMs;
    } else if (breaker.failures >= failuresToOpen) breaker.failures = 0;
    throw error;
  }
}

const retried = retry(
  handleWhen((error) => error instanceof UpstreamFailure && error.retryable),
  {
    maxAttempts: 2,
    backoff: new ExponentialBackoff({
      initialDelay: paces.upstream.firstRetryMs,
      maxDelay: paces.upstream.longestRetryMs,
    }),
  },
);

/** Runs one call under the operation's policy: a GET is tried up to three times, everything else exactly once. Throws
 *  503 with the code of the last failure without sending while the breaker is open, else what `send` threw. */
export function guarded<T>(operation: Operation, send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const attempt = () => throughBreaker(operation, send);
  return operation.method === "GET" ? retried.execute(attempt, signal) : attempt();
}

/** The deadline of an operation. An asynchronous invocation counts as a write; a synchronous one runs to its end. */
export function deadlineOf(operation: Operation, line: { body?: string }): Deadline {
  const { read, write, invocation, slowWrite } = deadlines.upstream;
  if (operation.method === "GET") return read;
  if (operation.id === "createInvocation" && line.body?.includes('"async":true') !== true) {
    return invocation;
  }
  return operation.id === "stopReplay" || operation.id === "acquireBrowser" ? slowWrite : write;
}
