// The metrics of this process and of the fleet as Prometheus text. What is read from the store is read once for all who
// scrape within seconds, and left out while the store cannot be read.
import "server-only";
import { pause, systemClock } from "../../clock.ts";
import { database } from "../db/database.ts";
import { diskSpaceOf } from "../db/disk-usage.ts";
import { logRequestFault } from "../db/log-request-fault.ts";
import { probeStore } from "../db/probe-store.ts";
import { env } from "../kernel/env.ts";
import { registry } from "../kernel/measurements.ts";
import { deadlines, paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { replicaName } from "../recorder/start-recorder.ts";
import { setFleetMetrics } from "./fleet-metrics.ts";
import { setInvocationMetrics } from "./invocation-metrics.ts";
import { setOwnMetrics } from "./own-metrics.ts";
import { setRecorderMetrics } from "./recorder-metrics.ts";

/** Whether the store could be read. */
async function readStore(): Promise<boolean> {
  try {
    const db = database();
    const nowMs = Date.now();
    await setRecorderMetrics(db, replicaName(), nowMs);
    await setFleetMetrics(db, nowMs);
    await setInvocationMetrics(db, nowMs);
    return true;
  } catch (error) {
    logRequestFault("the metrics could not be read from the store", error);
    return false;
  }
}

/**
 * Whether the store takes writes: it can be read with a full disk, too. A write that hangs for longer than a scrape waits is
 * none.
 */
async function isStoreWritable(): Promise<boolean> {
  const answered = new AbortController();
  try {
    return await Promise.race([
      probeStore(database()).then((fault) => fault === undefined),
      pause(systemClock, deadlines.metrics.writeMs, answered.signal).then(() => false),
    ]);
  } catch {
    // It is not open; that it could not be read is in the log.
    return false;
  } finally {
    answered.abort();
  }
}

const shared = perProcess(
  "metrics-read",
  (): { last?: { endedMs: number; isRead: Promise<boolean> } } => ({}),
);

/** Two readings at a time would both count what has ended since the last one: a reading lasts until it has ended. */
function startReading() {
  const reading = { endedMs: Number.POSITIVE_INFINITY, isRead: readStore() };
  void reading.isRead.finally(() => {
    reading.endedMs = systemClock.monotonicMs();
  });
  return reading;
}

/** The metrics; what is from the store is at most five seconds old. */
export async function metricsText(): Promise<string> {
  const state = shared();
  const nowMs = systemClock.monotonicMs();
  if (state.last === undefined || nowMs - state.last.endedMs >= paces.metrics.sharedForMs)
    state.last = startReading();
  const [isRead, isWritable, disk] = await Promise.all([
    state.last.isRead,
    isStoreWritable(),
    diskSpaceOf(env().dataDir),
  ]);
  setOwnMetrics({ isStoreRead: isRead, isStoreWritable: isWritable, disk });
  const own = await registry("process").metrics();
  return isRead ? `${own}\n${await registry("store").metrics()}` : own;
}
