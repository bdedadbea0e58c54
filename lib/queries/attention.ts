import { queryOptions } from "@tanstack/react-query";
import { attentionOperations } from "../bff/operations/attention.ts";
import { bff } from "./bff.ts";

export const attentionQueries = {
  /** The current attention items and the checks made. */
  now: () =>
    queryOptions({
      queryKey: ["attention"] as const,
      queryFn: ({ signal }) => bff.one(attentionOperations.readAttention, {}, { signal }),
    }),
} as const;
