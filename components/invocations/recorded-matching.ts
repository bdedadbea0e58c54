import type { QueryClient } from "@tanstack/react-query";
import { invocationOf } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { type RecordedQuestion, recordedRunsQuery } from "@/lib/queries/recorded-runs";

/** What a table's rows answer when they come from the dashboard's own record. */
export interface RecordAsked {
  question: RecordedQuestion;
  since: string | undefined;
}

/** The newest recorded runs that match, `atMost` of them; `complete`: these are all that match, and nothing of the time
 *  asked for is missing from the record. */
export async function readRecorded(
  client: QueryClient,
  { question, since }: RecordAsked,
  atMost: number,
): Promise<{ items: Invocation[]; hasMore: boolean; complete: boolean }> {
  const read = await client.fetchQuery(recordedRunsQuery(question, since, atMost));
  return {
    items: read.runs.map(invocationOf),
    hasMore: read.hasMore,
    complete: read.complete && !read.hasMore,
  };
}
