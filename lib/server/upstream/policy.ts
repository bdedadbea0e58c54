// When to ask again and when to stop asking. One breaker per operation: a broken one must not darken the others.
import "server-only";
import {
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type IPolicy,
  isBrokenCircuitError,
  retry,
  wrap,
} from "cockatiel";
import type { Operation } from "../../contract/operation.ts";
import { perProcess } from "../per-process.ts";
import { keptAway, UpstreamFailure } from "./failure.ts";
import type { Deadline } from "./send.ts";

const probeEveryMs = 5000;
const failuresToOpen = 5;

const guards = () => perProcess("upstream-guards", () => new Map<string, IPolicy>());

function guardOf(operation: Operation): IPolicy {
  const known = guards().get(operation.id);
  if (known !== undefined) return known;
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof UpstreamFailure && error.unhealthy),
    { halfOpenAfter: probeEveryMs, breaker: new ConsecutiveBreaker(failuresToOpen) },
  );
  const again = retry(
    handleWhen((error) => error instanceof UpstreamFailure && error.retryable),
    { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 1000 }) },
  );
  const made = operation.method === "GET" ? wrap(again, breaker) : breaker;
  guards().set(operation.id, made);
  return made;
}

/** Runs one call under the operation's guard: GETs are tried up to three times, everything else exactly once. */
export async function guarded<T>(
  operation: Operation,
  send: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await guardOf(operation).execute(send, signal);
  } catch (error) {
    // Not instanceof: the breaker may have been made by another bundle than this one.
    throw isBrokenCircuitError(error) ? keptAway() : error;
  }
}

const reads: Deadline = { headersMs: 10_000, totalMs: 20_000 };
const writes: Deadline = { headersMs: 30_000, totalMs: 35_000 };

/** How long an operation may take. An asynchronous invocation is a write; a synchronous one runs to its end. */
export function deadlineOf(operation: Operation, line: { body?: string }): Deadline {
  if (operation.method === "GET") return reads;
  if (operation.id === "createInvocation" && line.body?.includes('"async":true') !== true) {
    return { headersMs: 120_000, totalMs: 125_000 };
  }
  // The answer comes once the video is final.
  if (operation.id === "stopReplay") return { headersMs: 90_000, totalMs: 95_000 };
  if (operation.id === "acquireBrowser") return { headersMs: 90_000, totalMs: 95_000 };
  return writes;
}
