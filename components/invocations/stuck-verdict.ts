import type { Usual } from "@/lib/format/usual";
import { minStuckSample } from "./stuck.ts";

/** What the past of an action under way is good for: `too_few` finished runs tell nothing of what is usual. */
export type PastState = "reading" | "unread" | "too_few" | "known";

/** The state of a read of an action's past. One that could not be renewed is still a past. */
export function pastStateOf(
  { data, error }: { readonly data: unknown; readonly error: Error | null },
  usual: Usual | undefined,
): PastState {
  if (data === undefined) return error === null ? "reading" : "unread";
  return usual === undefined || usual.runs < minStuckSample ? "too_few" : "known";
}

/** `none`: every run was judged, by what is usual. `none_known`: none of those that could be judged. */
export type StuckVerdict = "some" | "looking" | "none" | "none_known";

/** What can be said of the runs that are not over. */
export function stuckVerdict({
  found,
  pasts,
  leftOut,
  whole,
}: {
  /** How many look stuck. */
  readonly found: number;
  readonly pasts: readonly PastState[];
  /** Actions whose past was not asked for. */
  readonly leftOut: number;
  /** Whether all that runs now was read. */
  readonly whole: boolean;
}): StuckVerdict {
  if (found > 0) return "some";
  if (pasts.includes("reading")) return "looking";
  return whole && leftOut === 0 && pasts.every((past) => past === "known") ? "none" : "none_known";
}
