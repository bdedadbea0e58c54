// Storing logs while this replica holds the lease.
import { dayMs } from "../../bff/time-units.ts";
import "server-only";
import { isTelemetry, type LogTopic } from "../../bff/live.ts";
import { operations } from "../../contract/operations/operations.ts";
import { leaseWriter } from "../db/leases.ts";
import { readEvidenceSettings } from "../evidence/evidence-settings.ts";
import { env } from "../kernel/env.ts";
import { invocationsViewed, type LeaderDuty, listViewed } from "../recorder/start-recorder.ts";
import { dropStoredLogs } from "../stored-logs/stored-log-writes.ts";
import { logHub } from "../streams/stream-registry.ts";
import { capabilityOf } from "../upstream/capabilities.ts";
import { ActivitySharing } from "./activity-sharing.ts";
import { LogRecorder } from "./log-recorder.ts";

/** The operation that streams a log. */
function operationOf(topic: LogTopic) {
  if ("invocationId" in topic) return operations.followInvocation;
  return isTelemetry(topic) ? operations.streamBrowserTelemetry : operations.streamBrowserLogs;
}

const start: LeaderDuty["start"] = (lease, { db, clock, report, onLost }) => {
  const recorder = new LogRecorder({
    db,
    write: leaseWriter(db, lease, onLost),
    hub: logHub(),
    readSettings: () => readEvidenceSettings(db, env().evidence),
    isOffered: (topic) => capabilityOf(operationOf(topic)) !== "absent",
    viewed: () => {
      // A browser that lives for seconds is in a list that is read every two.
      listViewed("browsers");
      invocationsViewed();
    },
    clock,
    report,
  });
  const sharing = new ActivitySharing({
    write: leaseWriter(db, lease, onLost),
    hub: logHub(),
    clock,
    report,
  });
  recorder.start();
  sharing.start();
  return () => {
    sharing.stop();
    recorder.stop();
  };
};

/** The duty that storing logs is of a leader. */
export const logDuty: LeaderDuty = {
  start,
  dropExpired: async (trx, { nowMs }) => {
    const { settings } = await readEvidenceSettings(trx, env().evidence);
    return await dropStoredLogs(trx, nowMs - settings.days * dayMs);
  },
};
