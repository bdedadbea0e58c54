// Texts of the reading of logs.
import { liveBounds } from "../bff/live.ts";

export const logTexts = {
  notRegularExpression: "This is not a regular expression.",
  slowPattern:
    "This pattern can take minutes: it repeats a part that contains a repetition, as (a+)+ does, or any character twice in a row, as .*.* does. Repeat only one of them.",
  tooManyLogs: `Up to ${liveBounds.maxTopics} logs can be open. Close one first.`,
  notLogName: "The dashboard does not accept this as the name of a log.",
  storedNeedsOperator: "Reading stored logs needs the operator role.",
  storedDeleted: "The stored log was deleted.",
} as const;
