/** Ids of the tables below the lanes. */
import { tableKeysTexts } from "./timeline-messages.ts";
export const tableKeys = [
  "invocations",
  "sessions",
  "pools",
  "checks",
  "logs",
  "actions",
  "recorder",
] as const;
export type TableKey = (typeof tableKeys)[number];

export const tableNames = {
  invocations: tableKeysTexts.invocations,
  sessions: tableKeysTexts.browsers,
  pools: tableKeysTexts.pools,
  checks: tableKeysTexts.proxyChecks,
  logs: tableKeysTexts.marksAndLogGaps,
  actions: tableKeysTexts.acts,
  recorder: tableKeysTexts.notRecorded,
} as const satisfies Record<TableKey, string>;
