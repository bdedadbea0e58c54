import { type LogDetails, logFault } from "../kernel/log.ts";
import { logRepeatedFault } from "../kernel/repeated-faults.ts";
import { storeFailureOf } from "./store-failure.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";

/** The innermost code among an error and its causes: the database's own or the operating system's, of which there are few. */
function innermostCode(error: unknown): string | undefined {
  let code: string | undefined;
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    if ("code" in cause && typeof cause.code === "string") code = cause.code;
    cause = cause.cause;
  }
  return code;
}

/** Logs what failed in a request. A failure of the store meets all requests while its cause lasts: of each cause a line at
 *  growing pauses, with the details of its last request. */
export function logRequestFault(what: string, error: unknown, details?: LogDetails): void {
  const code = storeFailureOf(error)?.code ?? (isStoreUnavailable(error) ? error.code : undefined);
  if (code === undefined) logFault(what, error, details);
  else {
    const own = innermostCode(error);
    const detail = own === undefined || own === code ? "" : ` (${own})`;
    logRepeatedFault(`${what}: ${code}${detail}`, error, details);
  }
}
