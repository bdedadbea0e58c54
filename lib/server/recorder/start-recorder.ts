// The recorder of this process: one lease for all replicas, one poll per list for all viewers.
import "server-only";
import { hostname } from "node:os";
import type { RecorderListName } from "../../bff/recorder.ts";
import { type Clock, systemClock } from "../../clock.ts";
import { readCheckpointTexts, writeCheckpoint } from "../db/checkpoints.ts";
import { type Database, database } from "../db/database.ts";
import { type Lease, readLease, recorderLease, releaseLease, takeLease } from "../db/leases.ts";
import { inventoryWriterState } from "../inventory/record-answers.ts";
import { env } from "../kernel/env.ts";
import { logFault } from "../kernel/log.ts";
import { perProcess } from "../kernel/per-process.ts";
import { logRepeatedFault } from "../kernel/repeated-faults.ts";
import { beforeClose, onShutdown } from "../kernel/shutdown.ts";
import { codeOf, retryAfterMs } from "../upstream/require-fresh.ts";
import type { DropExpiredAbove } from "./delete-expired.ts";
import { Leadership } from "./leadership.ts";
import { makeRecorder, type Recorder } from "./recorder.ts";
import { startScheduledChecks } from "./scheduled-proxy-checks.ts";
import { upstreamInvocations } from "./upstream-invocations.ts";
import { upstreamLists, upstreamPools } from "./upstream-lists.ts";
import { ViewerCheckpoints } from "./viewer-checkpoints.ts";

/** A further duty of the leader, from a layer above. */
export interface LeaderDuty {
  /** Called when the lease is won; returns the function that stops it. */
  start: (
    lease: Lease,
    deps: {
      db: Database;
      clock: Clock;
      report: (what: string, error: unknown) => void;
      onLost: () => void;
    },
  ) => () => void;
  dropExpired: DropExpiredAbove;
}

function openRecorder() {
  const holder = `${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`;
  let recorder: Recorder | undefined;
  let duties: readonly LeaderDuty[] = [];
  let started = false;
  let endDuties: readonly (() => void)[] = [];
  const viewers = new ViewerCheckpoints({
    read: (names) => readCheckpointTexts(database(), names),
    write: (name, value) => writeCheckpoint(database(), name, value),
    clock: systemClock,
    report: logRepeatedFault,
  });
  const leadership: Leadership = new Leadership({
    readLease: () => readLease(database(), recorderLease),
    take: (dead) => takeLease(database(), { name: recorderLease, holder, dead }),
    async renew() {
      if (recorder === undefined) return false;
      for (const list of await viewers.viewedLists()) recorder.watched(list);
      return await recorder.heartbeat();
    },
    release: (lease) => releaseLease(database(), lease),
    onWon(lease) {
      const deps = {
        db: database(),
        clock: systemClock,
        report: logRepeatedFault,
        onLost: () => leadership.lost(lease),
      };
      recorder = makeRecorder(lease, {
        ...deps,
        invocations: upstreamInvocations,
        pools: upstreamPools,
        lists: upstreamLists,
        noting: inventoryWriterState,
        retention: env().retention,
        dropExpired: duties.map(({ dropExpired }) => dropExpired),
        requestsPerMinute: env().recorderRequestsPerMinute,
        retryAfterMs,
        codeOf,
      });
      recorder.start();
      endDuties = duties.map((duty) => duty.start(lease, deps));
    },
    onLost() {
      for (const end of endDuties) end();
      endDuties = [];
      recorder?.stop();
      recorder = undefined;
    },
    clock: systemClock,
    report: logRepeatedFault,
  });
  let stopped = Promise.resolve();
  onShutdown(() => {
    stopped = leadership.stop().catch((error: unknown) => logFault("the lease could not be released", error));
  });
  beforeClose(() => stopped);
  return {
    holder,
    start(wanted: readonly LeaderDuty[]) {
      if (started) return;
      started = true;
      duties = wanted;
      if (env().records) leadership.start();
      startScheduledChecks(() => leadership.lease !== undefined);
    },
    watched(list: RecorderListName) {
      if (recorder === undefined) viewers.view(list);
      else recorder.watched(list);
    },
  };
}

const recorder = perProcess("recorder", openRecorder);

/** Starts the recorder of this process; further calls do nothing. `duties` run while it leads. */
export const startRecorder = (duties: readonly LeaderDuty[]): void => recorder().start(duties);

/** Reports a view of a list or of its recorded data, which makes its polls fast. */
export const listViewed = (list: RecorderListName): void => recorder().watched(list);

/** Reports a view of the pools. */
export const poolsViewed = (): void => listViewed("pools");

/** Reports a view of recorded invocations. */
export const invocationsViewed = (): void => listViewed("invocations");

/** The name under which this process takes the lease. */
export const replicaName = (): string => recorder().holder;
