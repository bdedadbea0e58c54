// Sends one call per item, a few at a time, each at most once. A refused or unanswered call is reported,
// never sent again: whether it took effect is unknown.

import type { Clock } from "@/lib/clock";
import { actFailureMessage, readFailure } from "@/lib/format/error-message";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { BffError } from "@/lib/queries/bff";
import { bulkJobTexts } from "./bulk-act-messages.ts";

export const bulkBounds = { concurrency: 4, most: 200 } as const;

export interface BulkFailure {
  id: string;
  code: string;
  message: string;
  requestId: string | undefined;
  /** It may have been done. */
  isOutcomeUnknown: boolean;
}

export interface BulkDone {
  id: string;
  /** What the call resolved to: the id of a created resource, a verdict. */
  result: string | undefined;
}

export type BulkPhase = "running" | "paused" | "stopping" | "over";

export interface BulkProgress {
  phase: BulkPhase;
  total: number;
  inFlight: number;
  done: readonly BulkDone[];
  failures: readonly BulkFailure[];
  /** Items that were never sent; final once finished. */
  unsent: readonly string[];
  /** When sending resumes, while paused: epoch milliseconds. */
  pausedUntilMs: number | undefined;
  /** A failure after which every further call would fail too. */
  haltedBy: BulkFailure | undefined;
}

export interface BulkJob {
  /** Sends no more; calls in flight are awaited. */
  stop(): void;
  /** The final progress, once nothing is in flight. Never rejects. */
  finished: Promise<BulkProgress>;
}

export interface BulkDeps<Item> {
  idOf: (item: Item) => string;
  /** Performs the call for one item. */
  act: (item: Item) => Promise<string | undefined>;
  clock: Clock;
  onProgress: (progress: BulkProgress) => void;
}

/**
 * No network, not signed in, insufficient role, or an operation the API does not have. Not a 403 of the API: whether it is
 * about the token or about one object, it does not say.
 */
const isPermanentFailure = (thrown: unknown): boolean =>
  thrown instanceof BffError &&
  thrown.code !== "upstream_forbidden" &&
  [0, 401, 403, 501].includes(thrown.status);

/** How long the API requests no further call: a rate limit, or a delay named while it is unavailable. */
function pauseMsOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof BffError)) return undefined;
  const { status, retryAfterSeconds } = thrown;
  if (status !== 429 && status !== 503) return undefined;
  if (retryAfterSeconds !== undefined) return Math.max(0, retryAfterSeconds) * 1000;
  return status === 429 ? paces.retry.bulkMs : undefined;
}

/** Starts at once. Duplicate items are sent once. */
export function startBulk<Item>(items: readonly Item[], deps: BulkDeps<Item>): BulkJob {
  const { idOf, act, clock, onProgress } = deps;
  const waiting = [...new Map(items.map((item) => [idOf(item), item])).values()];
  const total = waiting.length;
  const done: BulkDone[] = [];
  const failures: BulkFailure[] = [];
  let inFlight = 0;
  let stopped = false;
  let haltedBy: BulkFailure | undefined;
  let pausedUntilMs: number | undefined;
  let endPause: () => void = () => {};
  const { promise: finished, resolve: finish } = Promise.withResolvers<BulkProgress>();

  const phase = (): BulkPhase => {
    if (inFlight === 0 && (stopped || waiting.length === 0)) return "over";
    if (stopped) return "stopping";
    return pausedUntilMs === undefined || waiting.length === 0 ? "running" : "paused";
  };

  const notify = () => {
    const progress: BulkProgress = {
      phase: phase(),
      total,
      inFlight,
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
    notify();
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
    const { code, requestId, isOutcomeUnknown } = readFailure(thrown);
    const failure = { id, code, message: actFailureMessage(thrown), requestId, isOutcomeUnknown };
    failures.push(failure);
    if (isPermanentFailure(thrown)) {
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
      done.push({ id, result: await act(item) });
    } catch (thrown) {
      failed(id, thrown);
    }
    inFlight -= 1;
    send();
  };

  const send = () => {
    while (!stopped && pausedUntilMs === undefined && inFlight < bulkBounds.concurrency) {
      const item = waiting.shift();
      if (item === undefined) break;
      inFlight += 1;
      void sendOne(item);
    }
    notify();
  };

  send();
  return { stop, finished };
}

/** Those of `items` that failed or were not sent. */
export function itemsNotDone<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { failures, unsent }: Pick<BulkProgress, "failures" | "unsent">,
): Item[] {
  const ids = new Set([...failures.map(({ id }) => id), ...unsent]);
  return items.filter((item) => ids.has(idOf(item)));
}

/** `1 failed, 2 outcomes unknown`; of none, no part. */
export function failedParts(failures: readonly Pick<BulkFailure, "isOutcomeUnknown">[]): string[] {
  const unknown = failures.filter(({ isOutcomeUnknown }) => isOutcomeUnknown).length;
  const failed = failures.length - unknown;
  return [
    ...(failed === 0 ? [] : [bulkJobTexts.failed(formatCount(failed))]),
    ...(unknown === 0 ? [] : [bulkJobTexts.resultsNotKnown(formatCount(unknown), unknown)]),
  ];
}

/** Result of an act: `done` (`5 invocations invoked again`) followed by `1 failed, 2 not sent, 1 skipped`. */
export const bulkSummary = (
  done: string,
  { failures, unsent }: Pick<BulkProgress, "failures" | "unsent">,
  skipped = 0,
): string =>
  [
    done,
    ...failedParts(failures),
    ...(unsent.length === 0 ? [] : [bulkJobTexts.notSent(formatCount(unsent.length))]),
    ...(skipped === 0 ? [] : [bulkJobTexts.skipped(formatCount(skipped))]),
  ].join(", ");
