// Counts and traces the calls of the API, and how long they took to their end, or a stream to its head. The outcomes are a fixed set:
// the codes of failures may come from the API, and their number is not bounded.
import "server-only";
import type { Operation } from "../../contract/operation.ts";
import { BoundedNames, counter, histogram, otherName } from "../kernel/measurements.ts";
import { perProcess } from "../kernel/per-process.ts";
import { inSpan, type SpanOptions } from "../kernel/tracing.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

const mostOperations = 60;

/** What came of a call; `cancelled`: who wanted it has left. */
export type CallOutcome = "ok" | "refused" | "busy" | "timeout" | "failed" | "cancelled" | "not_sent";

const instruments = perProcess("upstream-measurements", () => ({
  operations: new BoundedNames(mostOperations),
  calls: counter({
    name: "fleetdeck_upstream_calls_total",
    help: "Calls of the API by operation and outcome; not_sent: the circuit breaker was open.",
    labels: ["operation", "outcome"],
  }),
  durations: histogram({
    name: "fleetdeck_upstream_call_duration_seconds",
    help: "Seconds from a call of the API to its answer, or to the head of a stream, by resource.",
    labels: ["resource"],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30],
  }),
}));

/** The outcome of a call that threw. */
function outcomeOf(error: unknown): Exclude<CallOutcome, "ok" | "not_sent"> {
  if (!(error instanceof UpstreamFailure)) return "cancelled";
  if (error.status === 504) return "timeout";
  if (error.retryAfterSeconds !== undefined) return "busy";
  return error.unhealthy ? "failed" : "refused";
}

export function countCall({ id }: Pick<Operation, "id">, outcome: CallOutcome): void {
  const { operations, calls } = instruments();
  calls.inc({ operation: operations.admits(id) ? id : otherName, outcome });
}

/** Runs a call that is sent now, counts it, and traces it as a span of its own. */
export const measuredCall = <T>(operation: Operation, send: () => Promise<T>): Promise<T> =>
  inSpan(`${operation.method} ${operation.path}`, spanOptions(operation), async (span) => {
    const beganMs = performance.now();
    let outcome: CallOutcome = "ok";
    try {
      return await send();
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      span?.set({ "fleetdeck.outcome": outcome });
      countCall(operation, outcome);
      const resource = operation.tag.toLowerCase().replaceAll(" ", "_");
      instruments().durations.observe({ resource }, (performance.now() - beganMs) / 1000);
    }
  });

const spanOptions = ({ id, method, path }: Operation): SpanOptions => ({
  kind: "client",
  attributes: { "fleetdeck.operation": id, "http.request.method": method, "url.template": path },
});
