import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { FailureSetting } from "../bff/insight.ts";
import { insightOperations } from "../bff/operations/insight.ts";
import { presentMs } from "../present.ts";
import { bff } from "./bff.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["insight"] as const;

export const insightQueries = {
  /** Figures of actions and versions over the last `pastMs`. */
  actions: (pastMs: number) =>
    queryOptions({
      queryKey: [...all, "actions", pastMs] as const,
      queryFn: ({ signal }) =>
        bff.one(
          insightOperations.readActionInsight,
          { query: { since_ms: presentMs() - pastMs } },
          { signal },
        ),
      placeholderData: keepPreviousData,
    }),
  /** Failure groups of the last `pastMs`. */
  failures: (pastMs: number) =>
    queryOptions({
      queryKey: [...all, "failures", pastMs] as const,
      queryFn: ({ signal }) =>
        bff.one(
          insightOperations.readFailureInsight,
          { query: { since_ms: presentMs() - pastMs } },
          { signal },
        ),
      placeholderData: keepPreviousData,
    }),
  /** Failures of the last day for the reason of an invocation, with what they ran with. */
  similarFailures: (key: string, invocationId: string) =>
    oneQuery(all, insightOperations.readSimilarFailures, {
      query: { reason_key: key, invocation_id: invocationId },
    }),
  /** The last minutes compared with the day before. */
  spike: () => oneQuery(all, insightOperations.readSpike, {}),
} as const;

export const insightMutations = {
  /** Sets a group's state; the note is also the audit's reason. */
  setFailureGroup: () =>
    mutationOptions({
      mutationFn: ({ key, setting }: { key: string; setting: FailureSetting }) =>
        bff.act(
          insightOperations.setFailureGroup,
          { params: { key }, body: setting },
          { reason: setting.note },
        ),
      meta: { invalidates: [...all, "failures"] },
    }),
} as const;
