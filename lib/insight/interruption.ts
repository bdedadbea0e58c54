/** Whether a reason, raw or masked, reports that the service stopped during the invocation. */
export const isServiceStop = (reason: string | null): boolean =>
  reason !== null && /^the service (?:was )?(?:stopped|restarted)\b/i.test(reason);

/** Whether a reason, raw or masked, reports a stop of the service or a cancellation, neither a fault of the invocation's version. */
export const isInterruption = (reason: string | null): boolean =>
  isServiceStop(reason) || (reason !== null && /^cancell?ed by request\b/i.test(reason));
