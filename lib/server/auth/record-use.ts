import { systemClock } from "../../clock.ts";
import { logFault } from "../kernel/log.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";

/** When times of last use may be written again after a failure, in monotonic milliseconds, by what is used. */
const nextWrites = perProcess("next-writes-of-use", () => new Map<string, number>());

/** Writes a time of last use, and says whether it is written. A store that cannot be written must not end reading: it is
 *  tried again later. */
export async function recordUse(what: "sign-in" | "api-token", write: () => Promise<void>): Promise<boolean> {
  if (systemClock.monotonicMs() < (nextWrites().get(what) ?? 0)) return false;
  try {
    await write();
    return true;
  } catch (error) {
    nextWrites().set(what, systemClock.monotonicMs() + paces.access.touchMs);
    logFault(`the last use of a ${what} could not be written`, error);
    return false;
  }
}
