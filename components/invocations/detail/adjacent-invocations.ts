import type { Invocation } from "@/lib/contract/invocations";

export interface AdjacentInvocations {
  /** The invocations just before and after it, of the same action. */
  readonly previous: Invocation | undefined;
  readonly next: Invocation | undefined;
  /** The newest success before it. */
  readonly lastSuccess: Invocation | undefined;
  /** Whether the invocation is in the list. */
  readonly isListed: boolean;
}

/** Neighbours of an invocation in a list sorted newest first. */
export function adjacentInvocationsOf(invocations: readonly Invocation[], id: string): AdjacentInvocations {
  const at = invocations.findIndex((invocation) => invocation.id === id);
  const before = at === -1 ? [] : invocations.slice(at + 1);
  return {
    previous: before[0],
    next: at > 0 ? invocations[at - 1] : undefined,
    lastSuccess: (at === -1 ? invocations : before).find(({ status }) => status === "succeeded"),
    isListed: at !== -1,
  };
}
