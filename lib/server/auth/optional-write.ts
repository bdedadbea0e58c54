import { systemClock } from "../../clock.ts";
import { logFault } from "../kernel/log.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";

const failures = {
  "sign-in": "the last use of a sign-in could not be written",
  "api-token": "the last use of an API token could not be written",
  key: "a sign-in's key could not be replaced",
} as const;

/** When each may be written again after a failure, in monotonic milliseconds. */
const nextWrites = perProcess("next-optional-writes", () => new Map<keyof typeof failures, number>());

/** Writes what a request can do without, and returns the result; undefined where it fails or did so within the last minute:
 *  a store that cannot be written must neither end nor delay reading. */
export async function optionalWrite<T>(
  what: keyof typeof failures,
  write: () => Promise<T>,
): Promise<{ result: T } | undefined> {
  if (systemClock.monotonicMs() < (nextWrites().get(what) ?? 0)) return undefined;
  try {
    return { result: await write() };
  } catch (error) {
    nextWrites().set(what, systemClock.monotonicMs() + paces.access.touchMs);
    logFault(failures[what], error);
    return undefined;
  }
}
