// Everything one replica records while it holds the lease: made when it wins, stopped when it loses.
import type { RecorderListName } from "../../bff/recorder.ts";
import type { Retention } from "../env.ts";
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import { type Lease, LeaseLost, underLease } from "../store/leases.ts";
import { readMark, writeMark } from "../store/marks.ts";
import { breakWhereSetBack, insertPoolSamples } from "../store/pool-samples.ts";
import { InvocationMirror, pagesPerTurn } from "./invocation-mirror.ts";
import type { InvocationPort } from "./invocation-port.ts";
import { Janitor } from "./janitor.ts";
import { ListGaps } from "./list-gaps.ts";
import { ListWatcher, type ReadsList, type WatchedListName } from "./list-watcher.ts";
import type { NotingState } from "./observer.ts";
import { Poller } from "./poller.ts";
import { PoolWatcher, type PoolWatcherDeps } from "./pool-watcher.ts";
import {
  behindOf,
  dutyState,
  type LeaderWord,
  lastGoodOf,
  leaderWord,
  listState,
  stateMark,
} from "./recorder-state.ts";
import { RequestBudget } from "./request-budget.ts";
import { StoreUnavailable, storeUnavailable } from "./store-unavailable.ts";

export interface RecorderDeps {
  db: Database;
  invocations: InvocationPort;
  pools: PoolWatcherDeps["poll"];
  lists: Readonly<Record<WatchedListName, ReadsList>>;
  /** How noting what answers teach goes in this process. */
  noting: () => NotingState;
  retention: Retention;
  /** The most requests a minute the mirror makes, whatever there is to read and whoever looks. */
  requestsPerMinute: number;
  retryAfterMs: (error: unknown) => number | undefined;
  codeOf: (error: unknown) => string;
  clock: Clock;
  monotonicMs: () => number;
  /** The time by the upstream's newest answer; undefined: none told any. */
  upstreamMs: () => number | undefined;
  report: (what: string, error: unknown) => void;
  /** A write was refused because the lease is another's. */
  onLost: () => void;
}

export interface Recorder {
  start: () => void;
  stop: () => void;
  /** Somebody looks at a list. */
  watched: (list: RecorderListName) => void;
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
      if (!(error instanceof LeaseLost)) throw new StoreUnavailable(error);
      deps.onLost();
      throw error;
    }
  };
  const codeOf = (error: unknown) => {
    if (error instanceof LeaseLost) return "lease_lost";
    return error instanceof StoreUnavailable ? storeUnavailable : deps.codeOf(error);
  };
  // Read before the first word of this term takes its place.
  let before: LeaderWord | undefined;
  let reading: Promise<void> | undefined;
  const readBefore = () => {
    reading ??= readMark(db, stateMark, leaderWord).then(
      (word) => {
        before = word;
      },
      (error: unknown) => {
        reading = undefined;
        throw new StoreUnavailable(error);
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
  const pools = new PoolWatcher({
    poll: deps.pools,
    retryAfterMs,
    codeOf,
    keep: (rows, note) =>
      write(async (trx) => {
        const nowMs = clock.nowMs();
        await breakWhereSetBack(trx, Math.min(nowMs, ...rows.map(({ at_ms: atMs }) => atMs)), nowMs);
        await insertPoolSamples(trx, rows);
        await note(trx);
      }),
    gaps: gapsOf("pools"),
    clock,
    report,
  });
  const watcherOf = (list: WatchedListName, gaps?: ListGaps) => {
    const read = deps.lists[list];
    return new ListWatcher({ list, read, gaps, write, retryAfterMs, codeOf, clock, monotonicMs, report });
  };
  const watchers = {
    browsers: watcherOf("browsers", gapsOf("browsers")),
    proxies: watcherOf("proxies"),
    profiles: watcherOf("profiles"),
    extensions: watcherOf("extensions"),
  } as const satisfies Record<WatchedListName, ListWatcher>;
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
  const janitor = new Janitor({ ...deps, write });
  const cleaning = new Poller({
    turn: janitor.turn,
    retryAfterMs: () => undefined,
    codeOf,
    clock,
    pace: { ...paces.cleaning, watchedForMs: 0 },
  });
  const word = (): LeaderWord => ({
    at_ms: clock.nowMs(),
    lists: [
      listState("invocations", mirroring.state, before, {
        behind: behindOf(mirror.progress),
        skipped: mirror.skipped,
      }),
      listState("pools", pools.state, before, { partly: pools.partly }),
      listState("browsers", watchers.browsers.state, before, { partly: watchers.browsers.partly }),
      listState("proxies", watchers.proxies.state, before, { partly: watchers.proxies.partly }),
      listState("profiles", watchers.profiles.state, before, { partly: watchers.profiles.partly }),
      listState("extensions", watchers.extensions.state, before, { partly: watchers.extensions.partly }),
    ],
    duties: [dutyState("cleaning", cleaning.state), dutyState("noting", deps.noting(), deps.noting().lost)],
  });
  const watched = { invocations: mirroring, pools, ...watchers } as const;
  const parts = [...Object.values(watched), cleaning];
  return {
    start: () => parts.forEach((part) => void part.start()),
    stop: () => parts.forEach((part) => void part.stop()),
    watched: (list) => watched[list].watched(),
    beat: async () => {
      try {
        await readBefore();
        await underLease(db, lease, (trx) => writeMark(trx, stateMark, word()));
        return true;
      } catch (error) {
        if (error instanceof LeaseLost) return false;
        throw error;
      }
    },
  };
}
