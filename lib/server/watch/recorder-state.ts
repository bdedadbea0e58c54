// What the leader says of itself in the store, and what any replica makes of it.
import { z } from "zod";
import { type RecorderList, type RecorderStatus, recorderList } from "../../bff/recorder.ts";
import type { MirrorProgress } from "./mirror-progress.ts";
import type { PollerState } from "./poller.ts";

export const stateMark = "state";

/** Written with every renewal of the lease. */
export const leaderWord = z.object({ at_ms: z.number(), lists: z.array(recorderList) });
export type LeaderWord = z.infer<typeof leaderWord>;

/** One list as it goes. */
export const listState = (
  list: RecorderList["list"],
  poller: PollerState,
  more: Pick<RecorderList, "behind" | "skipped"> = { behind: null, skipped: 0 },
): RecorderList => ({
  list,
  mode: poller.mode,
  last_good_at_ms: poller.lastGoodAtMs,
  failing_since_ms: poller.failingSinceMs,
  code: poller.code,
  ...more,
});

/** What the mirror still has to read. */
export const behindOf = (progress: MirrorProgress | undefined): RecorderList["behind"] =>
  progress?.deep == null ? null : { to_ms: progress.deep.since_ms, reached_ms: progress.deep.lowest_ms };

/** The recorder as a whole: the worst of its lists, and since when it is not as it should be. */
export function statusOf(lists: readonly RecorderList[]): {
  status: Exclude<RecorderStatus, "follower" | "off">;
  sinceMs: number | null;
} {
  const failing = lists.flatMap((list) => list.failing_since_ms ?? []);
  if (failing.length > 0) return { status: "failing", sinceMs: Math.min(...failing) };
  return { status: lists.some((list) => list.behind !== null) ? "behind" : "recording", sinceMs: null };
}
