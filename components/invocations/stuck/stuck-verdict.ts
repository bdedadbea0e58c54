import type { Usual } from "@/lib/format/usual-duration";
import { minStuckSample } from "./stuck.ts";

/** Whether an action's history is a usable baseline; `too_few`: not enough finished invocations. */
export type BaselineState = "reading" | "unread" | "too_few" | "known";

/** The state of the query for an action's history. Data whose refresh failed still count. */
export function baselineStateOf(
  { data, error }: { readonly data: unknown; readonly error: Error | null },
  usual: Usual | undefined,
): BaselineState {
  if (data === undefined) return error === null ? "reading" : "unread";
  return usual === undefined || usual.invocations < minStuckSample ? "too_few" : "known";
}

/** `none`: every invocation was compared with its baseline. `none_known`: none among those that could be. */
export type StuckVerdict = "some" | "looking" | "none" | "none_known";

/** The overall verdict on the open invocations. */
export function stuckVerdict({
  found,
  pasts,
  leftOut,
  whole,
}: {
  /** Number of suspected stuck invocations. */
  readonly found: number;
  readonly pasts: readonly BaselineState[];
  /** Actions whose history was not requested. */
  readonly leftOut: number;
  /** Whether all running invocations were read. */
  readonly whole: boolean;
}): StuckVerdict {
  if (found > 0) return "some";
  if (pasts.includes("reading")) return "looking";
  return whole && leftOut === 0 && pasts.every((past) => past === "known") ? "none" : "none_known";
}
