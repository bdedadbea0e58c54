// The watchers of this process, started with it: one lease for all replicas, one poll per list whoever looks.
import "server-only";
import { hostname } from "node:os";
import { operations } from "../../contract/operations.ts";
import { startAlerting } from "../alerts/alerting.ts";
import { onDrain } from "../drain.ts";
import { env } from "../env.ts";
import { systemClock } from "../live/clock.ts";
import { logFault } from "../log.ts";
import { perProcess } from "../per-process.ts";
import { database } from "../store/database.ts";
import { releaseLease, seeLease, takeLease } from "../store/leases.ts";
import { writeMark } from "../store/marks.ts";
import { call } from "../upstream/call.ts";
import { Leadership } from "./leadership.ts";
import { startScheduledChecks } from "./proxy-checks.ts";
import { recorderLease } from "./read-recorder.ts";
import { makeRecorder, type Recorder } from "./recorder.ts";
import { codeOf, observed, retryAfterMs, upstreamInvocations } from "./upstream-invocations.ts";
import { ViewerMarks } from "./viewer-marks.ts";

const monotonicMs = () => performance.now();

async function pollPools() {
  const answer = observed(await call(operations.listPools, {}));
  return { atMs: answer.observedAtMs, pools: answer.value ?? [] };
}

function openRoom() {
  const holder = `${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`;
  let recorder: Recorder | undefined;
  let endAlerting = () => {};
  const viewers = new ViewerMarks({
    read: (name) =>
      database()
        .selectFrom("recorder_marks")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirst()
        .then((row) => row?.value),
    write: (name, value) => writeMark(database(), name, value),
    clock: systemClock,
    report: logFault,
  });
  const leadership: Leadership = new Leadership({
    see: () => seeLease(database(), recorderLease),
    take: (dead) => takeLease(database(), { name: recorderLease, holder, dead }),
    async renew() {
      if (recorder === undefined) return false;
      if (await viewers.looked("pools")) recorder.poolsWatched();
      if (await viewers.looked("invocations")) recorder.runsWatched();
      return await recorder.beat();
    },
    release: (lease) => releaseLease(database(), lease),
    onWon(lease) {
      recorder = makeRecorder(lease, {
        db: database(),
        invocations: upstreamInvocations,
        pools: pollPools,
        retention: env().retention,
        requestsPerMinute: env().recorderRequestsPerMinute,
        retryAfterMs,
        codeOf,
        clock: systemClock,
        monotonicMs,
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
  onDrain(
    () => void leadership.stop().catch((error) => logFault("the lease could not be given back", error)),
  );
  if (env().records) leadership.start();
  return {
    holder,
    leads: () => leadership.lease !== undefined,
    watched(list: "pools" | "invocations") {
      if (recorder === undefined) viewers.look(list);
      else if (list === "pools") recorder.poolsWatched();
      else recorder.runsWatched();
    },
  };
}

const room = () => perProcess("watch-room", openRoom);

/** Starts the watchers of this process; further calls do nothing. */
export function startWatchers(): void {
  const { leads } = room();
  startScheduledChecks(leads);
}

/** Somebody looks at the pools. */
export const poolsWatched = (): void => room().watched("pools");

/** Somebody looks at recorded runs. */
export const runsWatched = (): void => room().watched("invocations");

/** The name under which this process takes the lease. */
export const ownName = (): string => room().holder;
