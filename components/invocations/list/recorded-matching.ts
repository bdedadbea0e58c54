import type { QueryClient } from "@tanstack/react-query";
import { invocationOf } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import type { RecordQuery, StartRange } from "@/lib/queries/read-recorded-invocations";
import { recordedInvocationsQuery } from "@/lib/queries/recorded-invocations";

/** The query that a table's rows answer, if they come from the recorder. */
export interface RecordRequest {
  question: RecordQuery;
  started: StartRange;
}

/** Reads the newest recorded invocations that match, at most `atMost`. `complete`: these are all that
 *  match, and the record has no gap in the requested time. */
export async function readRecorded(
  client: QueryClient,
  { question, started }: RecordRequest,
  atMost: number,
): Promise<{ items: Invocation[]; hasMore: boolean; complete: boolean }> {
  const read = await client.fetchQuery(recordedInvocationsQuery(question, started, atMost));
  return {
    items: read.invocations.map(invocationOf),
    hasMore: read.hasMore,
    complete: read.complete && !read.hasMore,
  };
}
