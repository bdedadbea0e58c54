/** Ids of the tables below the lanes. */
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
  invocations: "Invocations",
  sessions: "Browsers",
  pools: "Pools",
  checks: "Proxy checks",
  logs: "Marks and log gaps",
  actions: "Acts",
  recorder: "Not recorded",
} as const satisfies Record<TableKey, string>;
