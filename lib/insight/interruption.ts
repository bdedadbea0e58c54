/** Whether a reason, raw or masked, reports that the service stopped during the invocation, which is not a fault of its version. */
export const isInterruption = (reason: string | null): boolean =>
  reason !== null && /^the service (?:was )?(?:stopped|restarted)\b/i.test(reason);
