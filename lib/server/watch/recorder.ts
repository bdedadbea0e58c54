// Everything one replica records while it holds the lease: made when it wins, stopped when it loses.
import type { Pool } from "../../contract/pools.ts";
import type { Retention } from "../env.ts";
import type { Clock } from "../live/clock.ts";
import type { Database } from "../store/database.ts";
import { type Lease, LeaseLost, underLease } from "../store/leases.ts";
import { writeMark } from "../store/marks.ts";
import { insertPoolSamples } from "../store/pool-samples.ts";
import { InvocationMirror, pagesPerTurn } from "./invocation-mirror.ts";
import type { InvocationPort } from "./invocation-port.ts";
import { Janitor } from "./janitor.ts";
import { Poller } from "./poller.ts";
import { PoolWatcher } from "./pool-watcher.ts";
import { behindOf, type LeaderWord, listState, stateMark } from "./recorder-state.ts";
import { RequestBudget } from "./request-budget.ts";

const janitorPace = { fastMs: 1_000, slowMs: 60_000, watchedForMs: 0 } as const;

export interface RecorderDeps {
  db: Database;
  invocations: InvocationPort;
  pools: () => Promise<{ atMs: number; pools: readonly Pool[] }>;
  retention: Retention;
  /** The most requests a minute the mirror makes, whatever there is to read and whoever looks. */
  requestsPerMinute: number;
  retryAfterMs: (error: unknown) => number | undefined;
  codeOf: (error: unknown) => string;
  clock: Clock;
  monotonicMs: () => number;
  report: (what: string, error: unknown) => void;
  /** A write was refused because the lease is another's. */
  onLost: () => void;
}

export interface Recorder {
  start: () => void;
  stop: () => void;
  poolsWatched: () => void;
  runsWatched: () => void;
  /** Proves the lease and says how it goes; false when the lease is another's. */
  beat: () => Promise<boolean>;
}

/** Builds the watchers of one term. */
export function makeRecorder(lease: Lease, deps: RecorderDeps): Recorder {
  const { db, clock, monotonicMs, report, retryAfterMs, retention } = deps;
  const write = async <T>(work: (trx: Database) => Promise<T>): Promise<T> => {
    try {
      return await underLease(db, lease, work);
    } catch (error) {
      if (error instanceof LeaseLost) deps.onLost();
      throw error;
    }
  };
  const codeOf = (error: unknown) => (error instanceof LeaseLost ? "lease_lost" : deps.codeOf(error));
  const pools = new PoolWatcher({
    poll: deps.pools,
    retryAfterMs,
    codeOf,
    insert: (rows) => write((trx) => insertPoolSamples(trx, rows)),
    clock,
    report,
  });
  const mirror = new InvocationMirror({
    port: deps.invocations,
    db,
    write,
    budget: new RequestBudget(deps.requestsPerMinute, monotonicMs),
    pagesPerTurn: pagesPerTurn(deps.requestsPerMinute),
    clock,
    monotonicMs,
    retentionMs: retention.days * 86_400_000,
    codeOf,
  });
  const mirroring = new Poller({ turn: mirror.turn, retryAfterMs, codeOf, clock });
  const janitor = new Janitor({ db, write, retention, clock, monotonicMs, report });
  const cleaning = new Poller({
    turn: janitor.turn,
    retryAfterMs: () => undefined,
    codeOf,
    clock,
    pace: janitorPace,
  });
  const word = (): LeaderWord => ({
    at_ms: clock.nowMs(),
    lists: [
      listState("invocations", mirroring.state, {
        behind: behindOf(mirror.progress),
        skipped: mirror.skipped,
      }),
      listState("pools", pools.state),
    ],
  });
  const parts = [pools, mirroring, cleaning];
  return {
    start: () => parts.forEach((part) => void part.start()),
    stop: () => parts.forEach((part) => void part.stop()),
    poolsWatched: pools.watched,
    runsWatched: () => mirroring.watched(),
    beat: async () => {
      try {
        await underLease(db, lease, (trx) => writeMark(trx, stateMark, word()));
        return true;
      } catch (error) {
        if (error instanceof LeaseLost) return false;
        throw error;
      }
    },
  };
}
