import { queryOptions } from "@tanstack/react-query";
import type { RecordedInvocations, RecordQuery, StartRange } from "./read-recorded-invocations.ts";

/** The newest recorded invocations that match, at most `atMost`. What reads them is loaded when it is
 *  first needed: most lists come from the API. */
export const recordedInvocationsQuery = (filters: RecordQuery, started: StartRange, atMost: number) =>
  queryOptions({
    queryKey: ["invocation-history", "matching", filters, started, atMost] as const,
    queryFn: async ({ signal }): Promise<RecordedInvocations> => {
      const { readRecordedInvocations } = await import("./read-recorded-invocations.ts");
      return await readRecordedInvocations(filters, started, { atMost, signal });
    },
  });
