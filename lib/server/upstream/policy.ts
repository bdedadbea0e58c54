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
import { type Moment, now, setBackSince } from "../moment.ts";
import { deadlines, paces } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import { keptAway, UpstreamFailure } from "./failure.ts";
import type { Deadline } from "./send.ts";

const failuresToOpen = 5;

/** A smaller step is not worth forgetting failures for: a breaker stays open for that much longer. */
const smallStepMs = 1000;

interface Guard {
  policy: IPolicy;
  usedAt: Moment;
}
const guards = () => perProcess("upstream-guards", () => new Map<string, Guard>());

function guardOf(operation: Operation): IPolicy {
  const known = guards().get(operation.id);
  const at = now();
  // A breaker counts by the wall: one that is open when the clock is set back would stay so for as long as the step.
  if (known !== undefined && setBackSince(known.usedAt, at) <= smallStepMs) {
    known.usedAt = at;
    return known.policy;
  }
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof UpstreamFailure && error.unhealthy),
    { halfOpenAfter: paces.upstream.probeEveryMs, breaker: new ConsecutiveBreaker(failuresToOpen) },
  );
  const again = retry(
    handleWhen((error) => error instanceof UpstreamFailure && error.retryable),
    {
      maxAttempts: 2,
      backoff: new ExponentialBackoff({
        initialDelay: paces.upstream.firstRetryMs,
        maxDelay: paces.upstream.longestRetryMs,
      }),
    },
  );
  const policy = operation.method === "GET" ? wrap(again, breaker) : breaker;
  guards().set(operation.id, { policy, usedAt: at });
  return policy;
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

/** How long an operation may take. An asynchronous invocation is a write; a synchronous one runs to its end. */
export function deadlineOf(operation: Operation, line: { body?: string }): Deadline {
  const { read, write, run, slowWrite } = deadlines.upstream;
  if (operation.method === "GET") return read;
  if (operation.id === "createInvocation" && line.body?.includes('"async":true') !== true) {
    return run;
  }
  return operation.id === "stopReplay" || operation.id === "acquireBrowser" ? slowWrite : write;
}
