import type * as z from "zod/mini";
import {
  type InvocationHistory,
  type InvocationHistoryQuery,
  invocationHistoryLimits,
  type recordedInvocation,
} from "../bff/invocation-history.ts";
import { invocationHistoryOperations } from "../bff/operations/invocation-history.ts";
import { sinceEpochMs } from "../contract/since.ts";
import { presentMs } from "../present.ts";
import { bff } from "./bff.ts";

/** Maximum number of pages per query. */
const maxPages = 30;

export interface RecordedInvocations
  extends Pick<InvocationHistory, "complete" | "began_at_ms" | "gaps" | "complete_from_ms"> {
  invocations: z.infer<typeof recordedInvocation>[];
  hasMore: boolean;
  /** Everything that started after this was examined; null: everything. */
  searchedToMs: number | null;
  /** When the record was last updated, epoch milliseconds. */
  observedAtMs: number;
  stale: undefined;
}

export type RecordQuery = Omit<InvocationHistoryQuery, "limit" | "cursor" | "since_ms" | "until_ms">;

/** When an invocation started, each a timestamp or a duration before now, as in the API; `before` exclusive. */
export interface StartRange {
  since?: string | undefined;
  before?: string | undefined;
}

const epochMs = (text: string | undefined) =>
  text === undefined ? undefined : sinceEpochMs(text, presentMs());

/** The newest recorded invocations that match, at most `atMost`, in as many pages as needed. */
export async function readRecordedInvocations(
  filters: RecordQuery,
  { since, before }: StartRange,
  { atMost, signal }: { atMost: number; signal: AbortSignal },
): Promise<RecordedInvocations> {
  const during = { since_ms: epochMs(since), until_ms: epochMs(before) };
  const invocations: RecordedInvocations["invocations"] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const query = { ...filters, ...during, cursor, limit: invocationHistoryLimits.page };
    const { data } = await bff.one(
      invocationHistoryOperations.searchInvocationHistory,
      { query },
      { signal },
    );
    invocations.push(...data.invocations);
    const next = data.next_cursor;
    if (next === null || invocations.length > atMost || page === maxPages) {
      const { complete, began_at_ms, gaps, complete_from_ms, last_good_at_ms } = data;
      return {
        invocations: invocations.slice(0, atMost),
        hasMore: invocations.length > atMost || next !== null,
        searchedToMs: data.searched_to_ms,
        observedAtMs: last_good_at_ms ?? 0,
        stale: undefined,
        complete,
        began_at_ms,
        gaps,
        complete_from_ms,
      };
    }
    cursor = next;
  }
}
