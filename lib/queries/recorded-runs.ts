import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { runHistoryOperations } from "../bff/operations/run-history.ts";
import {
  type RunHistory,
  type RunHistoryQuery,
  type recordedRun,
  runHistoryLimits,
} from "../bff/run-history.ts";
import { sinceEpochNs } from "../contract/since.ts";
import { bff } from "./bff.ts";

/** Pages of the record that one question looks through at most. */
const mostPages = 30;

export interface RecordedRuns
  extends Pick<RunHistory, "complete" | "began_at_ms" | "gaps" | "complete_from_ms"> {
  runs: z.infer<typeof recordedRun>[];
  hasMore: boolean;
  /** Everything that started after this was looked through; null: everything was. */
  searchedToMs: number | null;
  /** When the record was last brought up to date, epoch milliseconds. */
  observedAtMs: number;
  stale: undefined;
}

export type RecordedQuestion = Omit<RunHistoryQuery, "limit" | "cursor" | "since_ms">;

/**
 * The newest recorded runs that match, `atMost` of them, by as many pages as it takes. `since` as the API takes it:
 * a time or a duration before now.
 */
export const recordedRunsQuery = (question: RecordedQuestion, since: string | undefined, atMost: number) =>
  queryOptions({
    queryKey: ["run-history", "matching", question, since ?? "", atMost] as const,
    queryFn: async ({ signal }): Promise<RecordedRuns> => {
      const since_ms = since === undefined ? undefined : Number(sinceEpochNs(since, Date.now()) / 1_000_000n);
      const runs: RecordedRuns["runs"] = [];
      let cursor: string | undefined;
      for (let page = 1; ; page += 1) {
        const query = { ...question, since_ms, cursor, limit: runHistoryLimits.page };
        const { data } = await bff.one(runHistoryOperations.searchRunHistory, { query }, { signal });
        runs.push(...data.runs);
        const next = data.next_cursor;
        if (next === null || runs.length > atMost || page === mostPages) {
          const { complete, began_at_ms, gaps, complete_from_ms, last_good_at_ms } = data;
          return {
            runs: runs.slice(0, atMost),
            hasMore: runs.length > atMost || next !== null,
            searchedToMs: data.searched_to_ms,
            observedAtMs: last_good_at_ms ?? 0,
            stale: undefined,
            ...{ complete, began_at_ms, gaps, complete_from_ms },
          };
        }
        cursor = next;
      }
    },
  });
