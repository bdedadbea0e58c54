// Converts a recorded invocation to the API's shape.
import type * as z from "zod/mini";
import { type Invocation, isOpen } from "../contract/invocations.ts";
import type { recordedInvocation } from "./invocation-history.ts";

/** The status of an invocation that the API has forgotten before its end. */
export const forgottenStatus = "unknown";

/** Characters of a payload, an output and a reason that are stored. */
export const recordedHead = 1_000;

type Recorded = Omit<z.infer<typeof recordedInvocation>, "sessions" | "open"> & {
  readonly open: boolean | number;
};

const nonEmpty = (text: string) => (text === "" ? undefined : text);
/** Whether a stored text may be the beginning of a longer one. */
export const isCut = (head: string | null) => (head?.length ?? 0) >= recordedHead;
/** Null for a text that may have been cut. */
const whole = (head: string | null) => (isCut(head) ? null : head);

/** Converts a recorded invocation; texts that may have been cut are omitted and marked, and so is one that is forgotten. */
export function invocationOf(invocation: Recorded): Invocation {
  const { started_at_ms, finished_at_ms } = invocation;
  const isFinal = invocation.status === "succeeded" || invocation.status === "failed";
  const isLost = !invocation.open && !isFinal && finished_at_ms === null;
  return {
    id: invocation.id,
    app_name: nonEmpty(invocation.app_name),
    action_name: nonEmpty(invocation.action_name),
    version: nonEmpty(invocation.version),
    // An earlier version left the status that was read last.
    status: isLost ? forgottenStatus : nonEmpty(invocation.status),
    started_at: new Date(started_at_ms).toISOString(),
    finished_at: finished_at_ms === null ? null : new Date(finished_at_ms).toISOString(),
    status_reason: invocation.reason,
    payload: whole(invocation.payload_head),
    output: whole(invocation.output_head),
    from_record: true,
    ...(isLost ? { is_forgotten: true } : {}),
    ...(isCut(invocation.payload_head) ? { payload_cut: true } : {}),
    ...(isCut(invocation.output_head) ? { output_cut: true } : {}),
  };
}

/** Whether an invocation comes from the record, which stores the beginnings of texts only. */
export const isRecorded = (invocation: Invocation): boolean =>
  "from_record" in invocation && invocation.from_record === true;

/** Whether the API has forgotten an invocation before its end, so that nothing can be done to it. */
export const isForgotten = (invocation: Invocation): boolean =>
  "is_forgotten" in invocation && invocation.is_forgotten === true;

/** Whether the API knows an invocation as open. */
export const isGoingOn = (invocation: Invocation): boolean => isOpen(invocation) && !isForgotten(invocation);

/** Whether the payload is incomplete, so that the invocation cannot be run again. */
export const isPayloadCut = (invocation: Invocation): boolean =>
  "payload_cut" in invocation && invocation.payload_cut === true;

/** Whether the output is incomplete. */
export const isOutputCut = (invocation: Invocation): boolean =>
  "output_cut" in invocation && invocation.output_cut === true;
