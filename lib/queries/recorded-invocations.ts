import { queryOptions } from "@tanstack/react-query";
import type { RecordedInvocations, RecordQuery, StartRange } from "./read-recorded-invocations.ts";

/** The newest recorded invocations that match, at most `atMost`. What reads them is loaded with the first question: most
 *  lists ask none. */
export const recordedInvocationsQuery = (question: RecordQuery, started: StartRange, atMost: number) =>
  queryOptions({
    queryKey: ["invocation-history", "matching", question, started, atMost] as const,
    queryFn: async ({ signal }): Promise<RecordedInvocations> => {
      const { readRecordedInvocations } = await import("./read-recorded-invocations.ts");
      return await readRecordedInvocations(question, started, { atMost, signal });
    },
  });
