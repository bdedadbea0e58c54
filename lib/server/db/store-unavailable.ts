import { paces, wholeSeconds } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { storeFailureOf, unreachableStore } from "./store-failure.ts";

/** The code in records of a store that could not be read or written, whatever the reason; used beside those of upstream
 *  failures. */
export const storeUnavailable = "store_unavailable";

/**
 * Thrown when the store cannot be opened, read or written. The code is that of the cause, the database's own error; the
 * message is one line with what to do. Test it with `isStoreUnavailable`: each bundle of the framework has a copy of this
 * class.
 */
export class StoreUnavailable extends Problem {
  /** All that the framework passes to a page of an error (nextjs.org/docs/app/api-reference/file-conventions/error). */
  readonly digest: string;

  /** Without a message it is the one for the cause. */
  constructor(message?: string, cause?: unknown) {
    const failure = storeFailureOf(cause) ?? unreachableStore;
    super(503, failure.code, message ?? failure.message, {
      retryAfterSeconds: wholeSeconds(paces.retryAfter.storeUnavailableMs),
    });
    this.digest = failure.code;
    if (cause !== undefined) this.cause = cause;
  }
}

/** Whether an error is a StoreUnavailable, of whichever bundle. */
export const isStoreUnavailable = (error: unknown): error is Problem =>
  error instanceof Problem && error.code.startsWith("store_");
