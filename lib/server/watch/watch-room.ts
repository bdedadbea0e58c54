// The watchers of this process, started with it: one lease for all replicas, one poll per list whoever looks.
import "server-only";
import { hostname } from "node:os";
import type { RecorderListName } from "../../bff/recorder.ts";
import { startAlerting } from "../alerts/alerting.ts";
import { beforeClose, onDrain } from "../drain.ts";
import { env } from "../env.ts";
import { systemClock } from "../live/clock.ts";
import { logFault } from "../log.ts";
import { perProcess } from "../per-process.ts";
import { database } from "../store/database.ts";
import { releaseLease, seeLease, takeLease } from "../store/leases.ts";
import { writeMark } from "../store/marks.ts";
import { upstreamTimeMs } from "../upstream/upstream-time.ts";
import { Leadership } from "./leadership.ts";
import { notingState } from "./observe.ts";
import { startScheduledChecks } from "./proxy-checks.ts";
import { recorderLease } from "./read-recorder.ts";
import { makeRecorder, type Recorder } from "./recorder.ts";
import { codeOf, retryAfterMs, upstreamInvocations } from "./upstream-invocations.ts";
import { upstreamLists, upstreamPools } from "./upstream-lists.ts";
import { ViewerMarks } from "./viewer-marks.ts";

const { monotonicMs } = systemClock;

function openRoom() {
  const holder = `${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`;
  let recorder: Recorder | undefined;
  let endAlerting = () => {};
  const viewers = new ViewerMarks({
    read: async (names) => {
      const rows = await database()
        .selectFrom("recorder_marks")
        .selectAll()
        .where("name", "in", names)
        .execute();
      return new Map(rows.map(({ name, value }) => [name, value]));
    },
    write: (name, value) => writeMark(database(), name, value),
    clock: systemClock,
    report: logFault,
  });
  const leadership: Leadership = new Leadership({
    see: () => seeLease(database(), recorderLease),
    take: (dead) => takeLease(database(), { name: recorderLease, holder, dead }),
    async renew() {
      if (recorder === undefined) return false;
      for (const list of await viewers.looked()) recorder.watched(list);
      return await recorder.beat();
    },
    release: (lease) => releaseLease(database(), lease),
    onWon(lease) {
      recorder = makeRecorder(lease, {
        db: database(),
        invocations: upstreamInvocations,
        pools: upstreamPools,
        lists: upstreamLists,
        noting: notingState,
        retention: env().retention,
        requestsPerMinute: env().recorderRequestsPerMinute,
        retryAfterMs,
        codeOf,
        clock: systemClock,
        monotonicMs,
        upstreamMs: upstreamTimeMs,
        report: logFault,
        onLost: () => leadership.lost(),
      });
      recorder.start();
      endAlerting = startAlerting(lease, {
        db: database(),
        clock: systemClock,
        monotonicMs,
        report: logFault,
        onLost: () => leadership.lost(),
      });
    },
    onLost() {
      endAlerting();
      recorder?.stop();
      recorder = undefined;
    },
    clock: systemClock,
    monotonicMs,
    report: logFault,
  });
  let stopped = Promise.resolve();
  onDrain(() => {
    stopped = leadership
      .stop()
      .catch((error: unknown) => logFault("the lease could not be given back", error));
  });
  beforeClose(() => stopped);
  if (env().records) leadership.start();
  return {
    holder,
    leads: () => leadership.lease !== undefined,
    watched(list: RecorderListName) {
      if (recorder === undefined) viewers.look(list);
      else recorder.watched(list);
    },
  };
}

const room = () => perProcess("watch-room", openRoom);

/** Starts the watchers of this process; further calls do nothing. */
export function startWatchers(): void {
  const { leads } = room();
  startScheduledChecks(leads);
}

/** Somebody looks at a list, or at what was recorded of it. */
export const listWatched = (list: RecorderListName): void => room().watched(list);

/** Somebody looks at the pools. */
export const poolsWatched = (): void => listWatched("pools");

/** Somebody looks at recorded runs. */
export const runsWatched = (): void => listWatched("invocations");

/** The name under which this process takes the lease. */
export const ownName = (): string => room().holder;
