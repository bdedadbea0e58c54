// Which optional operations this upstream has, learned by trying. "Absent" is believed for a while and then tried
// again, because an upstream may be upgraded under us.
import "server-only";
import type { Capability } from "../../bff/health.ts";
import type { Operation } from "../../contract/operation.ts";
import { allOperations } from "../../contract/operations.ts";
import { type Moment, msSince, now } from "../moment.ts";
import { paces } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import { UpstreamFailure } from "./failure.ts";

interface Learned {
  capability: Capability;
  at: Moment;
}
const learned = () => perProcess("capabilities", () => new Map<string, Learned>());

export function capabilityOf(operation: Operation): Capability {
  const known = learned().get(operation.id);
  if (known === undefined) return "unknown";
  return known.capability === "absent" && msSince(known.at) > paces.upstream.absentBelievedMs
    ? "unknown"
    : known.capability;
}

export function notePresent(operation: Operation): void {
  learned().set(operation.id, { capability: "present", at: now() });
}

/** Believes for a while that the operation is not there. */
export function noteAbsent(operation: Operation): void {
  learned().set(operation.id, { capability: "absent", at: now() });
}

export const operationAbsent = () =>
  new UpstreamFailure(501, "operation_absent", "This API does not have this operation.", {
    unhealthy: false,
    retryable: false,
    absent: true,
  });

/** Learns from a failure; a 404 on a path without parameters can only mean that the operation is missing. */
export function learnFrom(operation: Operation, failure: UpstreamFailure): UpstreamFailure {
  const missing = failure.absent || (failure.status === 404 && !operation.path.includes("{"));
  if (!missing || operation.shown) return failure;
  noteAbsent(operation);
  return operationAbsent();
}

/** What is known about every operation, by id. */
export const capabilities = (): Record<string, Capability> =>
  Object.fromEntries(allOperations.map((operation) => [operation.id, capabilityOf(operation)]));
