import type { Operation } from "../../lib/contract/operation.ts";

const queries: Record<string, string> = {
  listFiles: "?path=/tmp",
  retrieveFileInfo: "?path=/tmp/a",
  readFile: "?path=/tmp/a",
  writeFile: "?path=/tmp/a",
  downloadDirectoryZip: "?path=/tmp",
  readProxyHistory: "?since_ms=0",
  listAlerts: "?state=open",
  readTimeline: "?from_ms=0&to_ms=1000",
  readSimilarFailures: "?reason_key=closed",
  listStoredLogs: "?session_id=session1",
  searchLogs: "?q=timeout",
  exportActs: "?format=csv",
  findResources: "?text=session1",
  listSessionOrigins: "?session_id=session1",
  listPictures: "?session_id=session1",
  lastPictures: "?session_id=session1&session_id=session2",
  deletePictures: "?session_id=session1",
  showLiveView: "?view=none",
};

/** The address of an operation at the dashboard, with the ids of what the faulty API has and a query that is accepted. */
export const addressOf = (operation: Operation) =>
  `/api${operation.path
    .replaceAll("{kind}", "proxy")
    .replace("/logs/{id}", "/logs/1")
    .replaceAll("{id}", "session1")
    .replaceAll("{id_or_name}", "profile1")
    .replaceAll("{replay_id}", "replay1")
    .replaceAll("{process_id}", "process1")
    .replaceAll("{key}", "0".repeat(32))
    .replaceAll("{name}", "log-pane")}${queries[operation.id] ?? ""}`;
