// The state machine of an invocation: queued → running → succeeded or failed; queued again when it could not be
// started. Pure.
import type { InvocationStatus } from "../../lib/contract/invocations.ts";

export type InvocationEvent =
  /** `node`: the one that runs it, unless the service itself does. */
  | { kind: "started"; node?: string }
  /** It could not be started, and waits again. */
  | { kind: "neverBegan" }
  | { kind: "returned"; output: string }
  /** It failed, by the action, the runner or a time limit. */
  | { kind: "broke"; reason: string }
  /** A client ended it. */
  | { kind: "forced"; status: "succeeded" | "failed"; output: string | undefined };

/** An event that ends an invocation. */
export type EndEvent = Exclude<InvocationEvent, { kind: "started" | "neverBegan" }>;

/** A transition to store. */
export interface InvocationChange {
  status: InvocationStatus;
  reason: string;
  /** Absent: the output does not change. */
  output?: string;
}

export const queuedReason = "waiting for a free place to run";
export const serviceStoppedReason = "the service stopped while this was running";
export const clientLeftReason = "its client left before this ran";
export const neverRunReason = "the service stopped before this ran";

/** The transition that an event causes, or undefined when the event is invalid in this state. */
export function afterEvent(status: InvocationStatus, event: InvocationEvent): InvocationChange | undefined {
  switch (status) {
    case "succeeded":
    case "failed":
      return undefined;
    case "queued":
      if (event.kind === "started") return { status: "running", reason: "the action is running" };
      if (event.kind === "returned" || event.kind === "neverBegan") return undefined;
      return ended(event);
    case "running":
      if (event.kind === "neverBegan") return { status: "queued", reason: queuedReason };
      return event.kind === "started" ? undefined : ended(event);
  }
}

function ended(event: EndEvent): InvocationChange {
  switch (event.kind) {
    case "returned":
      return { status: "succeeded", reason: "the action returned a value", output: event.output };
    case "broke":
      return { status: "failed", reason: event.reason };
    case "forced":
      return {
        status: event.status,
        reason: event.status === "failed" ? "cancelled by request" : "ended as succeeded by request",
        ...(event.output === undefined ? {} : { output: event.output }),
      };
  }
}

/** Whether an invocation is queued or running. */
export const isOpen = (status: InvocationStatus): boolean => status === "queued" || status === "running";
