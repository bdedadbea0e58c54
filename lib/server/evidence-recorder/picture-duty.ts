// Storing pictures and recording video by rule while this replica holds the lease.
import { dayMs } from "../../bff/time-units.ts";
import "server-only";
import { operations } from "../../contract/operations/operations.ts";
import type { Database } from "../db/database.ts";
import { leaseWriter } from "../db/leases.ts";
import { readEvidenceSettings } from "../evidence/evidence-settings.ts";
import { env } from "../kernel/env.ts";
import { dropPictures } from "../pictures/picture-writes.ts";
import type { LeaderDuty } from "../recorder/start-recorder.ts";
import { logHub } from "../streams/stream-registry.ts";
import { call } from "../upstream/call.ts";
import { capabilityOf } from "../upstream/capabilities.ts";
import { actByRule } from "./act-by-rule.ts";
import { PictureRecorder } from "./picture-recorder.ts";
import { runningReplays } from "./running-replays.ts";
import { VideoRecorder } from "./video-recorder.ts";

const capturePictures = (db: Database) => async (sessionId: string) => {
  await actByRule(db, { action: "updateBrowser", target: sessionId, rule: "KEEP_PICTURES" }, () =>
    call(
      operations.updateBrowser,
      {
        params: { id: sessionId },
        body: { telemetry: { browser: { page: { enabled: true }, screenshot: { enabled: true } } } },
      },
      { by: "schedule" },
    ),
  );
};

const startReplay = (db: Database) => async (sessionId: string) => {
  const params = { id: sessionId };
  const { value } = await actByRule(
    db,
    { action: "startReplay", target: sessionId, rule: "KEEP_VIDEO" },
    () => call(operations.startReplay, { params, body: {} }, { by: "schedule" }),
  );
  return value?.replay_id;
};

const start: LeaderDuty["start"] = (lease, { db, clock, report, onLost }) => {
  const readSettings = () => readEvidenceSettings(db, env().evidence);
  const recorders = [
    new PictureRecorder({
      db,
      write: leaseWriter(db, lease, onLost),
      hub: logHub(),
      readSettings,
      isOffered: () => capabilityOf(operations.streamBrowserTelemetry) !== "absent",
      capture: capturePictures(db),
      clock,
      report,
    }),
    new VideoRecorder({ db, readSettings, running: runningReplays, start: startReplay(db), clock, report }),
  ];
  for (const recorder of recorders) recorder.start();
  return () => {
    for (const recorder of recorders) recorder.stop();
  };
};

/** The duty that storing pictures and recording video is of a leader. */
export const pictureDuty: LeaderDuty = {
  start,
  dropExpired: async (trx, { nowMs }) => {
    const { settings } = await readEvidenceSettings(trx, env().evidence);
    return await dropPictures(trx, nowMs - settings.days * dayMs);
  },
};
