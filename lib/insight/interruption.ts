/** Whether a reason, as given or masked, says that the service stopped under the run: no fault of its version. */
export const isInterruption = (reason: string | null): boolean =>
  reason !== null && /^the service (?:was )?(?:stopped|restarted)\b/i.test(reason);
