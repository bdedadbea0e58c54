import { Problem } from "./problem.ts";

/**
 * Epoch milliseconds of a change of what was set at `beforeMs`, null where it was not set: `nowMs`, or later, so that no two
 * changes have the same time. Throws a Problem (409) of this code and message where it was set at another time than
 * `expectedMs`; without that it may have been set at any.
 */
export function changeTime(
  beforeMs: number | null,
  { nowMs, expectedMs }: { nowMs: number; expectedMs: number | null | undefined },
  refusal: { code: string; message: string },
): number {
  if (expectedMs !== undefined && expectedMs !== beforeMs)
    throw new Problem(409, refusal.code, refusal.message);
  return Math.max(nowMs, (beforeMs ?? 0) + 1);
}
