// The API has no status or field for an invocation that was cancelled or lost with the service: only the reason says so, in the
// words of the local service (service/invocations/invocation-state.ts). Of an API that words it otherwise they are failures.

/** Whether a reason, raw or masked, reports that the service stopped during the invocation. */
export const isServiceStop = (reason: string | null): boolean =>
  reason !== null && /^the service (?:was )?(?:stopped|restarted)\b/i.test(reason);

/** Whether a reason, raw or masked, reports a stop of the service or a cancellation, neither a fault of the invocation's version. */
export const isInterruption = (reason: string | null): boolean =>
  isServiceStop(reason) || (reason !== null && /^cancell?ed by request\b/i.test(reason));

/**
 * Counts of failed and ended invocations without the interrupted ones: at most as many as have failed, as the numbers come from
 * two tables, which may differ for a moment.
 */
export function withoutInterrupted(
  { failed, ended }: { failed: number; ended: number },
  interrupted: number,
): { failed: number; ended: number } {
  const cut = Math.min(interrupted, failed);
  return { failed: failed - cut, ended: ended - cut };
}
