// The parts of the leader's report, and the status derived from it.
import {
  neededLists,
  type RecorderDuty,
  type RecorderDutyName,
  type RecorderList,
  type RecorderListName,
  type RecorderStatus,
} from "../../bff/recorder.ts";
import { failingParts } from "../../insight/recorder-failure.ts";
import { type LeaderReport, lastGoodOf } from "../db/leader-report.ts";
import type { SyncProgress } from "../invocations/sync-progress.ts";
import type { Poller, PollerState } from "./poller.ts";

/** The state of one list; `before` is the last report of the previous term. */
export const listState = (
  list: RecorderListName,
  { state, partly }: Pick<Poller, "state" | "partly">,
  before: LeaderReport | undefined,
  more: Partial<Pick<RecorderList, "behind" | "skipped">> = {},
): RecorderList => ({
  list,
  offered: state.offered,
  mode: state.mode,
  last_good_at_ms: state.lastGoodAtMs ?? lastGoodOf(before, list),
  failing_since_ms: state.failingSinceMs,
  code: state.code,
  behind: null,
  skipped: 0,
  partly,
  ...more,
});

/** The state of one duty. */
export const dutyState = (
  duty: RecorderDutyName,
  state: Pick<PollerState, "failingSinceMs" | "code">,
  lost = 0,
): RecorderDuty => ({ duty, failing_since_ms: state.failingSinceMs, code: state.code, lost });

/** Whether a list without answers is a fault: it is required, or was read before. */
export const countsAsFault = ({ list, last_good_at_ms: lastGoodMs }: RecorderList): boolean =>
  neededLists.has(list) || lastGoodMs !== null;

/** The older invocations still to be read; null: none. */
export const behindOf = (progress: SyncProgress | undefined): RecorderList["behind"] =>
  progress?.deep == null ? null : { to_ms: progress.deep.since_ms, reached_ms: progress.deep.lowest_ms };

/** The recorder's overall status: the worst of its required lists and duties, and since when it fails. */
export function statusOf(report: Pick<LeaderReport, "lists" | "duties"> | undefined): {
  status: Exclude<RecorderStatus, "follower" | "off">;
  sinceMs: number | null;
} {
  if (report === undefined) return { status: "recording", sinceMs: null };
  const [failing] = failingParts(report);
  if (failing !== undefined) return { status: "failing", sinceMs: failing.failing_since_ms };
  const needed = report.lists.filter(({ list }) => neededLists.has(list));
  return { status: needed.some((list) => list.behind !== null) ? "behind" : "recording", sinceMs: null };
}
