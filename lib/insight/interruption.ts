// The API has no status or field for an invocation that was cancelled, or lost with the service or a node: only the reason says
// so, in the words of the local service (service/invocations/invocation-state.ts, invocation-execution.ts and
// service/nodes/fleet-invocations.ts). Of an API that words it otherwise they are failures.

/** Whether a reason, raw or masked, reports that the service stopped during the invocation. */
export const isServiceStop = (reason: string | null): boolean =>
  reason !== null && /^the service (?:was )?(?:stopped|restarted)\b/i.test(reason);

const nodeLoss =
  /^browser session \S+ was lost with its node\b|^the runner ended without a result \(its node (?:.* )?(?:was lost|was started again|does not run it)\)/i;

/** Whether a reason, raw or masked, reports that the node was lost on which the invocation or its browser ran. */
export const isNodeLoss = (reason: string | null): boolean => reason !== null && nodeLoss.test(reason);

/** Whether a reason, raw or masked, reports a stop of the service, the loss of a node or a cancellation: no fault of the
 *  invocation's version. */
export const isInterruption = (reason: string | null): boolean =>
  isServiceStop(reason) ||
  isNodeLoss(reason) ||
  (reason !== null && /^cancell?ed by request\b/i.test(reason));

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
