// What becomes of an audited opening of a file's lines: whether there was something to read.
import type { Clock } from "../../clock.ts";
import type { FileOpening } from "../audit/acts.ts";
import { deadlines } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import type { SharedLog } from "./shared-log.ts";

/** A stream that ends sooner may only have said why there is nothing to read. */
const readAfterMs = deadlines.logs.explainedWithinMs + deadlines.logs.seamMs;

/** The failure of an opening whose log was never opened, with the reason for the operator. */
export const notOpened = (reason: string | null): Problem =>
  new Problem(502, "log_unavailable", reason ?? "The log was not opened.");

/** Tells `opening` what becomes of `source`, until the returned function is called: then the stream has left. */
export function followOpening(
  opening: FileOpening,
  source: Pick<SharedLog, "state" | "begun" | "subscribe">,
  clock: Pick<Clock, "later">,
): () => void {
  let cancel: (() => void) | undefined;
  const look = () => {
    if (source.state.state === "open") cancel ??= clock.later(readAfterMs, opening.read);
    else {
      cancel?.();
      cancel = undefined;
    }
  };
  const unsubscribe = source.subscribe(look);
  look();
  return () => {
    unsubscribe();
    cancel?.();
    const { state, reason } = source.state;
    if (state === "open" || (state === "ended" && source.begun)) opening.read();
    opening.leave(notOpened(reason));
  };
}
