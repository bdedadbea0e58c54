/** Names a table below the lanes. */
export const tableKeys = ["runs", "sessions", "pools", "checks", "logs", "actions", "recorder"] as const;
export type TableKey = (typeof tableKeys)[number];

export const tableNames = {
  runs: "Invocations",
  sessions: "Sessions",
  pools: "Pools",
  checks: "Proxy checks",
  logs: "Marks and log gaps",
  actions: "Operator actions",
  recorder: "Not recorded",
} as const satisfies Record<TableKey, string>;
