import { type LogDetails, logFault } from "../kernel/log.ts";
import { logRepeatedFault } from "../kernel/repeated-faults.ts";
import { storeFailureOf } from "./store-failure.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";

/** Logs what failed in a request. A failure of the store meets all requests while its cause lasts: of each cause a line at
 *  growing pauses, with the details of its last request. */
export function logRequestFault(what: string, error: unknown, details?: LogDetails): void {
  const code = storeFailureOf(error)?.code ?? (isStoreUnavailable(error) ? error.code : undefined);
  if (code === undefined) logFault(what, error, details);
  else logRepeatedFault(`${what}: ${code}`, error, details);
}
