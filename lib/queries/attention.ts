import { attentionOperations } from "../bff/operations/attention.ts";
import { oneQuery } from "./operation-query.ts";

export const attentionQueries = {
  /** The current attention items and the checks made. */
  now: () => oneQuery(["attention"], attentionOperations.readAttention, {}),
  /** The same for a count, without reporting that someone views the items. */
  counted: () => oneQuery(["attention"], attentionOperations.readAttention, { query: { viewed: "no" } }),
} as const;
