import { paces, wholeSeconds } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";

/** The code of a store that cannot be opened, read or written; used beside those of upstream failures. */
export const storeUnavailable = "store_unavailable";

/**
 * Thrown when the store cannot be opened, read or written. The message is one line with what to do; the cause is the
 * database's own error. Test it with `isStoreUnavailable`: each bundle of the framework has a copy of this class.
 */
export class StoreUnavailable extends Problem {
  /** All that the framework tells a page of an error (nextjs.org/docs/app/api-reference/file-conventions/error). */
  readonly digest = storeUnavailable;

  constructor(message: string, cause?: unknown) {
    super(503, storeUnavailable, message, {
      retryAfterSeconds: wholeSeconds(paces.retryAfter.storeUnavailableMs),
    });
    if (cause !== undefined) this.cause = cause;
  }
}

/** Whether an error is a StoreUnavailable, of whichever bundle. */
export const isStoreUnavailable = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === storeUnavailable;
