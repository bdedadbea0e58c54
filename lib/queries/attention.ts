import { attentionOperations } from "../bff/operations/attention.ts";
import { oneQuery } from "./operation-query.ts";

export const attentionQueries = {
  /** The current attention items and the checks made. */
  now: () => oneQuery(["attention"], attentionOperations.readAttention, {}),
} as const;
