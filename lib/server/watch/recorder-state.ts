// What the leader says of itself in the store, and what any replica makes of it.
import { z } from "zod";
import {
  type RecorderDuty,
  type RecorderDutyName,
  type RecorderList,
  type RecorderListName,
  type RecorderStatus,
  recorderDuty,
  recorderList,
} from "../../bff/recorder.ts";
import type { MirrorProgress } from "./mirror-progress.ts";
import type { PollerState } from "./poller.ts";

export const stateMark = "state";

/** Written with every renewal of the lease. */
export const leaderWord = z.object({
  at_ms: z.number(),
  lists: z.array(recorderList),
  /** Words of earlier versions have none. */
  duties: z.array(recorderDuty).default([]),
});
export type LeaderWord = z.infer<typeof leaderWord>;

/** One list as it goes; `before` is what the term before this one last said of all lists. */
export const listState = (
  list: RecorderListName,
  poller: PollerState,
  before: LeaderWord | undefined,
  more: Partial<Pick<RecorderList, "behind" | "skipped" | "partly">>,
): RecorderList => ({
  list,
  offered: poller.offered,
  mode: poller.mode,
  last_good_at_ms: poller.lastGoodAtMs ?? lastGoodOf(before, list),
  failing_since_ms: poller.failingSinceMs,
  code: poller.code,
  behind: null,
  skipped: 0,
  partly: null,
  ...more,
});

/** One duty as it goes. */
export const dutyState = (
  duty: RecorderDutyName,
  state: Pick<PollerState, "failingSinceMs" | "code">,
  lost = 0,
): RecorderDuty => ({ duty, failing_since_ms: state.failingSinceMs, code: state.code, lost });

/** When a list was last read, as the leader said; epoch milliseconds, null: never. */
export const lastGoodOf = (word: LeaderWord | undefined, list: RecorderListName): number | null =>
  word?.lists.find((each) => each.list === list)?.last_good_at_ms ?? null;

/** Without these lists the recorder fails at what it is for; an upstream may lack, or refuse, the others. */
const neededLists: ReadonlySet<RecorderListName> = new Set(["invocations", "pools"]);

/** Whether a list that gives no answer is a fault: it is needed, or it gave answers before. */
export const counts = ({ list, last_good_at_ms: lastGoodMs }: RecorderList): boolean =>
  neededLists.has(list) || lastGoodMs !== null;

/** What the mirror still has to read. */
export const behindOf = (progress: MirrorProgress | undefined): RecorderList["behind"] =>
  progress?.deep == null ? null : { to_ms: progress.deep.since_ms, reached_ms: progress.deep.lowest_ms };

/** The recorder as a whole: the worst of the lists it needs and of its duties, and since when it is not as it should be. */
export function statusOf(word: Pick<LeaderWord, "lists" | "duties"> | undefined): {
  status: Exclude<RecorderStatus, "follower" | "off">;
  sinceMs: number | null;
} {
  const needed = (word?.lists ?? []).filter(({ list }) => neededLists.has(list));
  const failing = [...needed, ...(word?.duties ?? [])].flatMap((each) => each.failing_since_ms ?? []);
  if (failing.length > 0) return { status: "failing", sinceMs: Math.min(...failing) };
  return { status: needed.some((list) => list.behind !== null) ? "behind" : "recording", sinceMs: null };
}
