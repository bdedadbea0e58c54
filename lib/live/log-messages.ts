// Texts of the reading of logs.
import { liveBounds } from "../bff/live.ts";

export const logTexts = {
  notRegularExpression: "This is not a regular expression.",
  tooManyLogs: `Up to ${liveBounds.maxTopics} logs can be open. Close one first.`,
  notLogName: "The dashboard does not accept this as the name of a log.",
  storedNeedsOperator: "Reading stored logs needs the operator role.",
  storedDeleted: "The stored log was deleted.",
} as const;
