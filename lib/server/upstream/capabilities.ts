// Which optional operations this upstream has, detected from the outcome of calls. "Absent" expires after five minutes,
// because the upstream may be upgraded meanwhile.
import "server-only";
import type { Capability } from "../../bff/health.ts";
import { systemClock } from "../../clock.ts";
import type { Operation } from "../../contract/operation.ts";
import { allOperations } from "../../contract/operations/operations.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

interface Detected {
  capability: Capability;
  /** By the monotonic clock. */
  atMs: number;
}
const detected = perProcess("capabilities", () => new Map<string, Detected>());

/** Whether the upstream has an operation; "unknown" until it was called, and again once "absent" has expired. */
export function capabilityOf(operation: Operation): Capability {
  const known = detected().get(operation.id);
  if (known === undefined) return "unknown";
  const ageMs = systemClock.monotonicMs() - known.atMs;
  return known.capability === "absent" && ageMs > paces.upstream.absentTtlMs ? "unknown" : known.capability;
}

/** Records that the operation answered. */
export function recordPresent(operation: Operation): void {
  detected().set(operation.id, { capability: "present", atMs: systemClock.monotonicMs() });
}

/** Records that the operation is missing, for five minutes. */
export function recordAbsent(operation: Operation): void {
  detected().set(operation.id, { capability: "absent", atMs: systemClock.monotonicMs() });
}

/** The failure of a call of a missing operation: 501 `operation_absent`. */
export const operationAbsent = () =>
  new UpstreamFailure(501, "operation_absent", "This API does not have this operation.", {
    unhealthy: false,
    retryable: false,
    absent: true,
  });

/** Records the operation as absent if the failure shows it, and returns the failure to throw. A 404 on a path without
 *  parameters can only mean that the operation is missing, unless the API explains it and the operation has that error; on another
 *  one it must say so, because an unknown id is answered with the same status. Operations of the specification (`shown`) are never recorded
 *  as absent. */
export function recordIfAbsent(operation: Operation, failure: UpstreamFailure): UpstreamFailure {
  // What a new thing refers to may be unknown, such as a proxy.
  const isOfReference = operation.errors.includes(404) && !failure.unexplained;
  const missing =
    failure.absent || (failure.status === 404 && !operation.path.includes("{") && !isOfReference);
  if (!missing || operation.shown) return failure;
  recordAbsent(operation);
  return operationAbsent();
}

/** The capability of every operation, by operation id. */
export const capabilities = (): Record<string, Capability> =>
  Object.fromEntries(allOperations.map((operation) => [operation.id, capabilityOf(operation)]));
