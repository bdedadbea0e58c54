// The report of the replica that records, as a checkpoint.
import { z } from "zod";
import { type RecorderListName, recorderDuty, recorderList } from "../../bff/recorder.ts";

export const stateCheckpoint = "state";

/** Written with every renewal of the lease. */
export const leaderReport = z.object({
  at_ms: z.number(),
  lists: z.array(recorderList),
  duties: z.array(recorderDuty),
});
export type LeaderReport = z.infer<typeof leaderReport>;

/** When a list was last read according to a report; epoch milliseconds, null: never. */
export const lastGoodOf = (report: LeaderReport | undefined, list: RecorderListName): number | null =>
  report?.lists.find((each) => each.list === list)?.last_good_at_ms ?? null;
