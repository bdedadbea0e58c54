// What the leader does for the audit: acts whose process died end as unknown, and checkpoints are written outside of the
// database.
import { dayMs } from "../../bff/time-units.ts";
import "server-only";
import { dropEndedActs, endLostActs } from "../audit/acts.ts";
import { appendCheckpoint, checkpointPath } from "../audit/audit-checkpoints.ts";
import { pruneAudit } from "../audit/prune-audit.ts";
import { database } from "../db/database.ts";
import { env } from "../kernel/env.ts";
import { paces } from "../kernel/paces.ts";
import { beforeClose } from "../kernel/shutdown.ts";
import type { LeaderDuty } from "./start-recorder.ts";

const start: LeaderDuty["start"] = (_lease, { db, clock, report }) => {
  const path = checkpointPath(env().dataDir);
  let last: { seq: number } | undefined;
  let working = Promise.resolve();
  let checkpointAtMs = 0;
  let cancel = () => {};
  let stopped = false;

  const checkpoint = async () => {
    last = await appendCheckpoint(db, path, last, clock.nowMs());
  };
  const turn = async () => {
    try {
      await endLostActs(db, clock.nowMs());
      await dropEndedActs(db);
      if (clock.monotonicMs() < checkpointAtMs) return;
      await checkpoint();
      checkpointAtMs = clock.monotonicMs() + paces.audit.checkpointEveryMs;
    } catch (error) {
      report("the audit could not be maintained", error);
    }
  };
  const schedule = (delayMs: number) => {
    cancel = clock.later(delayMs, () => {
      working = turn().then(() => {
        if (!stopped) schedule(paces.audit.actsEveryMs);
      });
    });
  };
  schedule(0);
  beforeClose(() => working);
  return () => {
    stopped = true;
    cancel();
    working = working
      .then(checkpoint)
      .catch((error: unknown) => report("the last checkpoint of the audit could not be written", error));
  };
};

/** The duty that the audit is of a leader. */
export const auditDuty: LeaderDuty = {
  start,
  dropExpired: (trx, { nowMs }) =>
    pruneAudit(database(), trx, { beforeMs: nowMs - env().auditDays * dayMs, nowMs }),
};
