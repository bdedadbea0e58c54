// Sends one call per run, a few at a time, each at most once. What was refused or has no answer is reported, never
// sent again: whether it took effect is not ours to guess.
import { readFailure } from "@/lib/format/failure";
import type { LiveClock } from "@/lib/live/clock";
import { paces } from "@/lib/paces";
import { BffError } from "@/lib/queries/bff";

export const bulkBounds = { concurrency: 4, most: 200 } as const;

export interface BulkFailure {
  id: string;
  code: string;
  message: string;
  requestId: string | undefined;
}

export interface BulkDone {
  id: string;
  /** The run that came of it, where one did. */
  made: string | undefined;
}

export type BulkPhase = "running" | "paused" | "stopping" | "over";

export interface BulkProgress {
  phase: BulkPhase;
  total: number;
  underWay: number;
  done: readonly BulkDone[];
  failures: readonly BulkFailure[];
  /** What was never sent; final once it is over. */
  unsent: readonly string[];
  /** When sending goes on, while paused: epoch milliseconds. */
  pausedUntilMs: number | undefined;
  /** A failure after which every further call would fail too. */
  haltedBy: BulkFailure | undefined;
}

export interface BulkRun {
  /** Sends no more; what is under way is awaited. */
  stop(): void;
  /** The last progress, once nothing is under way. Never rejects. */
  finished: Promise<BulkProgress>;
}

export interface BulkDeps<Item> {
  idOf: (item: Item) => string;
  /** Does it to one; answers the id of what came of it, where something did. */
  act: (item: Item) => Promise<string | undefined>;
  clock: LiveClock;
  onProgress: (progress: BulkProgress) => void;
}

/** Nobody is there to answer, nobody is signed in, the role is not held, or the API has no such operation. */
const isHopeless = (thrown: unknown): boolean =>
  thrown instanceof BffError && [0, 401, 403, 501].includes(thrown.status);

/** For how long the API asks for no further call: a rate it holds, or a time it names while it is down. */
function pauseMsOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof BffError)) return undefined;
  const { status, retryAfterSeconds } = thrown;
  if (status !== 429 && status !== 503) return undefined;
  if (retryAfterSeconds !== undefined) return Math.max(0, retryAfterSeconds) * 1000;
  return status === 429 ? paces.retry.bulkMs : undefined;
}

/** Starts at once. An item that appears twice is sent once. */
export function startBulk<Item>(items: readonly Item[], deps: BulkDeps<Item>): BulkRun {
  const { idOf, act, clock, onProgress } = deps;
  const waiting = [...new Map(items.map((item) => [idOf(item), item])).values()];
  const total = waiting.length;
  const done: BulkDone[] = [];
  const failures: BulkFailure[] = [];
  let underWay = 0;
  let stopped = false;
  let haltedBy: BulkFailure | undefined;
  let pausedUntilMs: number | undefined;
  let endPause: () => void = () => {};
  const { promise: finished, resolve: finish } = Promise.withResolvers<BulkProgress>();

  const phase = (): BulkPhase => {
    if (underWay === 0 && (stopped || waiting.length === 0)) return "over";
    if (stopped) return "stopping";
    return pausedUntilMs === undefined || waiting.length === 0 ? "running" : "paused";
  };

  const tell = () => {
    const progress: BulkProgress = {
      phase: phase(),
      total,
      underWay,
      done: [...done],
      failures: [...failures],
      unsent: waiting.map(idOf),
      pausedUntilMs: phase() === "paused" ? pausedUntilMs : undefined,
      haltedBy,
    };
    onProgress(progress);
    if (progress.phase === "over") finish(progress);
  };

  const stop = () => {
    if (stopped) return;
    stopped = true;
    endPause();
    tell();
  };

  const pause = (forMs: number) => {
    const untilMs = clock.nowMs() + forMs;
    if (pausedUntilMs !== undefined && untilMs <= pausedUntilMs) return;
    pausedUntilMs = untilMs;
    endPause();
    endPause = clock.later(forMs, () => {
      pausedUntilMs = undefined;
      send();
    });
  };

  const failed = (id: string, thrown: unknown) => {
    const { code, message, requestId } = readFailure(thrown);
    const failure = { id, code, message, requestId };
    failures.push(failure);
    if (isHopeless(thrown)) {
      haltedBy ??= failure;
      stopped = true;
      endPause();
    }
    const forMs = pauseMsOf(thrown);
    if (forMs !== undefined && !stopped) pause(forMs);
  };

  const sendOne = async (item: Item) => {
    const id = idOf(item);
    try {
      done.push({ id, made: await act(item) });
    } catch (thrown) {
      failed(id, thrown);
    }
    underWay -= 1;
    send();
  };

  const send = () => {
    while (!stopped && pausedUntilMs === undefined && underWay < bulkBounds.concurrency) {
      const item = waiting.shift();
      if (item === undefined) break;
      underWay += 1;
      void sendOne(item);
    }
    tell();
  };

  send();
  return { stop, finished };
}
