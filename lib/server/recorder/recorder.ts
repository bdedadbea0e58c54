// The recording of one term: created when this replica wins the lease, stopped when it loses it.
import { type RecorderListName, recorderLists } from "../../bff/recorder.ts";
import { dayMs } from "../../bff/time-units.ts";
import type { Clock } from "../../clock.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { type LeaderReport, lastGoodOf, leaderReport, stateCheckpoint } from "../db/leader-report.ts";
import { type Lease, LeaseLost, leaseWriter, withLease } from "../db/leases.ts";
import { isStoreUnavailable, StoreUnavailable, storeUnavailable } from "../db/store-unavailable.ts";
import type { InventoryWriterState } from "../inventory/inventory-writer.ts";
import type { Retention } from "../kernel/env.ts";
import { paces } from "../kernel/paces.ts";
import { insertPoolSamples } from "../pools/pool-samples.ts";
import type { InvocationPort } from "./invocation-port.ts";
import { InvocationSync, pagesPerTurn } from "./invocation-sync.ts";
import { ListGaps } from "./list-gaps.ts";
import { ListPoller, type ListReader, type PolledListName } from "./list-poller.ts";
import { Poller } from "./poller.ts";
import { PoolSampler, type PoolSamplerDeps } from "./pool-sampler.ts";
import { behindOf, dutyState, listState } from "./recorder-state.ts";
import { RequestBudget } from "./request-budget.ts";
import { clockJumped, RetentionJob, type RetentionJobDeps } from "./retention.ts";

export interface RecorderDeps {
  db: Database;
  invocations: InvocationPort;
  pools: PoolSamplerDeps["poll"];
  lists: Readonly<Record<PolledListName, ListReader>>;
  /** State of the inventory's writing in this process. */
  noting: () => InventoryWriterState;
  retention: Retention;
  dropExpired: RetentionJobDeps["dropExpired"];
  /** The most requests per minute of the invocation sync. */
  requestsPerMinute: number;
  retryAfterMs: (error: unknown) => number | undefined;
  codeOf: (error: unknown) => string;
  clock: Clock;
  report: (what: string, error: unknown) => void;
  /** Called when a write failed because another replica holds the lease. */
  onLost: () => void;
}

export interface Recorder {
  start: () => void;
  stop: () => void;
  /** Called for each view of a list. */
  watched: (list: RecorderListName) => void;
  /** Renews the lease by writing the report; false when another replica holds it. */
  heartbeat: () => Promise<boolean>;
}

/** Creates the pollers of one term. */
export function makeRecorder(lease: Lease, deps: RecorderDeps): Recorder {
  const { db, clock, report, retryAfterMs, retention } = deps;
  const writeUnderLease = leaseWriter(db, lease, deps.onLost);
  const write = <T>(work: (trx: Database) => Promise<T>): Promise<T> =>
    writeUnderLease(work).catch((error: unknown) => {
      if (error instanceof LeaseLost) throw error;
      throw new StoreUnavailable("The recorder could not write to the database.", error);
    });
  const codeOf = (error: unknown) => {
    if (error instanceof LeaseLost) return "lease_lost";
    return isStoreUnavailable(error) ? storeUnavailable : deps.codeOf(error);
  };
  // Read before the first report of this term replaces it.
  let before: LeaderReport | undefined;
  let reading: Promise<void> | undefined;
  const readBefore = () => {
    reading ??= readCheckpoint(db, stateCheckpoint, leaderReport).then(
      (last) => {
        before = last;
      },
      (error: unknown) => {
        reading = undefined;
        throw new StoreUnavailable("The recorder could not read the database.", error);
      },
    );
    return reading;
  };
  const gapsOf = (list: RecorderListName) =>
    new ListGaps({
      list,
      db,
      write,
      clock,
      lastGoodMs: async () => {
        await readBefore();
        return lastGoodOf(before, list);
      },
    });
  const pools = new PoolSampler({
    poll: deps.pools,
    retryAfterMs,
    codeOf,
    store: (rows, record) =>
      write(async (trx) => {
        await insertPoolSamples(trx, rows);
        await record(trx);
      }),
    gaps: gapsOf("pools"),
    clock,
    report,
  });
  const pollerOf = (list: PolledListName, gaps?: ListGaps) => {
    const read = deps.lists[list];
    return new ListPoller({ list, read, gaps, write, retryAfterMs, codeOf, clock, report });
  };
  const listPollers = {
    browsers: pollerOf("browsers", gapsOf("browsers")),
    proxies: pollerOf("proxies"),
    profiles: pollerOf("profiles"),
    extensions: pollerOf("extensions"),
  } as const satisfies Record<PolledListName, ListPoller>;
  const invocationSync = new InvocationSync({
    port: deps.invocations,
    db,
    write,
    budget: new RequestBudget(deps.requestsPerMinute, clock),
    pagesPerTurn: pagesPerTurn(deps.requestsPerMinute),
    clock,
    retentionMs: retention.days * dayMs,
    codeOf,
  });
  const invocationPoller = new Poller({ turn: invocationSync.turn, retryAfterMs, codeOf, clock });
  const retentionJob = new RetentionJob({ ...deps, write });
  const cleaning = new Poller({
    turn: retentionJob.turn,
    retryAfterMs: () => undefined,
    codeOf,
    clock,
    pace: { ...paces.cleaning, watchedForMs: 0 },
  });
  const watched = { invocations: invocationPoller, pools, ...listPollers } as const;
  const syncState = () => ({ behind: behindOf(invocationSync.progress), skipped: invocationSync.skipped });
  const currentReport = (): LeaderReport => ({
    at_ms: clock.nowMs(),
    lists: recorderLists.map((list) =>
      listState(list, watched[list], before, list === "invocations" ? syncState() : {}),
    ),
    duties: [
      dutyState("cleaning", retentionJob.paused ? { ...cleaning.state, code: clockJumped } : cleaning.state),
      dutyState("noting", deps.noting(), deps.noting().lost),
    ],
  });
  const pollers = [...Object.values(watched), cleaning];
  return {
    start: () => pollers.forEach((poller) => void poller.start()),
    stop: () => pollers.forEach((poller) => void poller.stop()),
    watched: (list) => watched[list].watched(),
    heartbeat: async () => {
      try {
        await readBefore();
        await withLease(db, lease, (trx) => writeCheckpoint(trx, stateCheckpoint, currentReport()));
        return true;
      } catch (error) {
        if (error instanceof LeaseLost) return false;
        throw error;
      }
    },
  };
}
