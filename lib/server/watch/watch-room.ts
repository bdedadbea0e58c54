// The watchers of this process, started with it: one poll per list whoever looks.
import "server-only";
import { operations } from "../../contract/operations.ts";
import { onDrain } from "../drain.ts";
import { systemClock } from "../live/clock.ts";
import { logFault } from "../log.ts";
import { perProcess } from "../per-process.ts";
import { Problem } from "../problem.ts";
import { database } from "../store/database.ts";
import { insertPoolSamples, prunePoolSamples } from "../store/pool-samples.ts";
import { call } from "../upstream/call.ts";
import { PoolWatcher } from "./pool-watcher.ts";

async function pollPools() {
  const answer = await call(operations.listPools, {});
  // The last good answer again is no observation of now.
  if (answer.stale !== undefined) throw new Problem(503, answer.stale, "The pools could not be read.");
  return { atMs: answer.observedAtMs, pools: answer.value ?? [] };
}

const pools = () =>
  perProcess("pool-watcher", () => {
    const watcher = new PoolWatcher({
      poll: pollPools,
      retryAfterMs: (error) =>
        error instanceof Problem && error.status === 429 ? (error.retryAfterSeconds ?? 1) * 1000 : undefined,
      store: {
        insert: (rows) => insertPoolSamples(database(), rows),
        prune: (beforeMs) => prunePoolSamples(database(), beforeMs),
      },
      clock: systemClock,
      report: logFault,
    });
    onDrain(() => watcher.stop());
    watcher.start();
    return watcher;
  });

/** Starts the watchers of this process; further calls do nothing. */
export const startWatchers = (): void => void pools();

/** Somebody looks at the pools. */
export const poolsWatched = (): void => pools().watched();
