import { queryOptions } from "@tanstack/react-query";
import { attentionOperations } from "../bff/operations/attention.ts";
import { bff } from "./bff.ts";

export const attentionQueries = {
  /** What needs somebody now, and what was looked at to say so. */
  now: () =>
    queryOptions({
      queryKey: ["attention"] as const,
      queryFn: ({ signal }) => bff.one(attentionOperations.readAttention, {}, { signal }),
    }),
} as const;
