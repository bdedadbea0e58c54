/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * The code of a system error, such as EACCES.
 * @param {unknown} error
 */
export const codeOf = (error) => (error instanceof Error && "code" in error ? String(error.code) : undefined);

/** An error that the operator can fix; its message is shown without a stack trace. */
export class UserError extends Error {
  name = "UserError";
}

/**
 * The text to print for a failed script: the message of a UserError, the stack of any other error.
 * @param {unknown} error
 */
export const describeFailure = (error) =>
  error instanceof UserError || !(error instanceof Error) ? messageOf(error) : error.stack;

/** The operator requested a stop before the work was done. */
export class Interrupted extends UserError {
  name = "Interrupted";
  constructor() {
    super("Stopped before it was ready.");
  }
}
