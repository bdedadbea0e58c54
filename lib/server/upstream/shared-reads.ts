// Equal reads share one upstream call, its parse and its bytes, which alone are kept. An answer is fresh for a second, and
// for almost five for a viewer who has not received it: the pages of many operators, each polling every five seconds, cost as
// much as one, and a repeated request gets a newer answer. When the upstream fails or is slow, the last good answer is
// returned, marked as stale. Redaction is the same for all roles, so the key contains no role.
import "server-only";
import { systemClock } from "../../clock.ts";
import type { Operation } from "../../contract/operation.ts";
import { changesOf, noteChange } from "../kernel/changes.ts";
import { deadlines, paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { isFreshFor } from "../kernel/shared-answer.ts";
import { type CachedAnswer, fromCached, type StoredAnswer, toCached } from "./answer.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

const maxBytes = 64 * 1024 * 1024;
const maxEntries = 1000;
const tooLargeCode = "upstream_too_large";

interface Entry {
  good?: CachedAnswer;
  /** When `good` was read; as all times here, by the monotonic clock. */
  readAtMs: number;
  /** Viewers who received `good`. */
  viewers: Set<string>;
  /** The read in flight; a write after its start makes `epoch` differ from the count of changes. */
  running?: { promise: Promise<StoredAnswer>; epoch: number };
  epoch: number;
}

interface ReadCache {
  entries: Map<string, Entry>;
  bytes: number;
  /** By operation: the end of the pause that the upstream requested with a 429, for all its reads. */
  pauseEnds: Map<string, number>;
}
const readCache = perProcess(
  "shared-reads",
  (): ReadCache => ({ entries: new Map(), bytes: 0, pauseEnds: new Map() }),
);

/** Makes all earlier reads stale, in all replicas; called after every write. */
export const invalidateReads = (): void => noteChange("reads");

function entryOf(key: string): Entry {
  const { entries } = readCache();
  const entry = entries.get(key) ?? { readAtMs: 0, viewers: new Set(), epoch: -1 };
  // Moved to the end: the map is ordered by last use.
  entries.delete(key);
  entries.set(key, entry);
  trim(key);
  return entry;
}

/** Evicts the least recently used entries, except `key`, until the cache is within its bounds. */
function trim(key: string): void {
  const state = readCache();
  for (const [oldKey, old] of state.entries) {
    if (state.bytes <= maxBytes && state.entries.size <= maxEntries) break;
    if (oldKey !== key && old.running === undefined) drop(oldKey, old);
  }
}

/** Bytes of memory of the last good answer. */
const sizeOf = ({ good }: Entry): number =>
  good === undefined ? 0 : good.bytes.byteLength + (good.uncut?.byteLength ?? 0);

function drop(key: string, entry: Entry): void {
  const state = readCache();
  if (state.entries.get(key) !== entry) return;
  state.entries.delete(key);
  state.bytes -= sizeOf(entry);
}

function store(key: string, entry: Entry, answer: StoredAnswer, epoch: number): void {
  const state = readCache();
  // A read that began before a write may end after one that began later, or after its entry was evicted.
  if (epoch < entry.epoch || state.entries.get(key) !== entry) return;
  state.bytes -= sizeOf(entry);
  entry.good = toCached(answer);
  state.bytes += sizeOf(entry);
  entry.readAtMs = systemClock.monotonicMs();
  entry.viewers.clear();
  entry.epoch = epoch;
  trim(key);
}

const operationOf = (key: string): string => key.slice(0, key.indexOf(" "));

/** Milliseconds left of the pause requested by the upstream; 0 or less: none. */
const pauseLeft = (key: string): number =>
  (readCache().pauseEnds.get(operationOf(key)) ?? 0) - systemClock.monotonicMs();

/** Age of the last good answer in milliseconds. */
const ageOf = ({ readAtMs }: Entry): number => systemClock.monotonicMs() - readAtMs;

/** Whether there is a last good answer within the maximum age. */
const isUsable = (entry: Entry): entry is Entry & { good: CachedAnswer } =>
  entry.good !== undefined && ageOf(entry) <= paces.upstream.oldestMs;

/** Deletes an entry without a usable answer or a read in flight. */
function dropIdle(key: string, entry: Entry): void {
  if (entry.running !== undefined) return;
  if (!isUsable(entry)) drop(key, entry);
}

/** Deletes the last good answer, as after a 404. */
function dropAnswer(key: string, entry: Entry): void {
  const state = readCache();
  if (state.entries.get(key) === entry) state.bytes -= sizeOf(entry);
  delete entry.good;
  dropIdle(key, entry);
}

function start(key: string, entry: Entry, read: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const epoch = changesOf("reads");
  const promise = read().then(
    (answer) => {
      store(key, entry, answer, epoch);
      return answer;
    },
    (error: unknown) => {
      if (error instanceof UpstreamFailure && error.status === 429) {
        const { retryAfterSeconds: seconds } = error;
        const pauseMs = seconds === undefined ? paces.upstream.busyRestMs : seconds * 1000;
        readCache().pauseEnds.set(operationOf(key), systemClock.monotonicMs() + pauseMs);
      }
      throw error;
    },
  );
  const running = { promise, epoch };
  entry.running = running;
  promise
    .catch(() => undefined)
    .finally(() => {
      if (entry.running !== running) return;
      delete entry.running;
      dropIdle(key, entry);
    });
  return promise;
}

/** The code with which the last good answer is returned after a failure; undefined when it must not be returned. Too
 *  large an answer is no outage: a request for less succeeds, so that nothing older may replace it. */
const staleFor = (error: unknown): string | undefined =>
  error instanceof UpstreamFailure &&
  (error.status >= 500 || error.status === 429) &&
  !error.absent &&
  error.code !== tooLargeCode
    ? error.code
    : undefined;

/** The last good answer marked as stale with `code`, if it is usable. */
function lastGood(entry: Entry, code: string): StoredAnswer | undefined {
  return isUsable(entry) ? fromCached(entry.good, code) : undefined;
}

const slow = Symbol("slow");

async function withSlowFallback(entry: Entry, running: Promise<StoredAnswer>): Promise<StoredAnswer> {
  if (!isUsable(entry)) return running;
  const late = Promise.withResolvers<typeof slow>();
  const timer = setTimeout(() => late.resolve(slow), deadlines.upstream.slowReadMs);
  try {
    const first = await Promise.race([running, late.promise]);
    if (first !== slow) return first;
  } finally {
    clearTimeout(timer);
  }
  running.catch(() => undefined);
  return lastGood(entry, "upstream_slow") ?? running;
}

/** Whether the last good answer is fresh for this viewer. */
function isFresh(entry: Entry, viewer: string | undefined): boolean {
  if (entry.epoch !== changesOf("reads")) return false;
  return isFreshFor(ageOf(entry), viewer === undefined || entry.viewers.has(viewer));
}

/** The shared answer for a key, at once if it is fresh. `read` is called at most once at a time, and not while the answer
 *  is fresh or the upstream has requested a pause. `viewer` is the id of the sign-in; without one an answer is fresh for a
 *  second only. Rejects with what `read` threw, or 429 `upstream_busy` during a pause, when there is no last good answer to
 *  return. */
export function sharedRead(
  key: string,
  read: () => Promise<StoredAnswer>,
  viewer?: string,
): StoredAnswer | Promise<StoredAnswer> {
  const entry = entryOf(key);
  const received = (answer: StoredAnswer) => {
    const isNewest = answer.stale === undefined && answer.bytes === entry.good?.bytes;
    if (viewer !== undefined && isNewest) entry.viewers.add(viewer);
    return answer;
  };
  if (entry.good !== undefined && isFresh(entry, viewer)) return received(fromCached(entry.good));
  return readShared(key, entry, read).then(received);
}

async function readShared(
  key: string,
  entry: Entry,
  read: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const epoch = changesOf("reads");
  const waitMs = pauseLeft(key);
  if (waitMs > 0) {
    const older = lastGood(entry, "upstream_busy");
    if (older !== undefined) return older;
    throw new UpstreamFailure(429, "upstream_busy", "The API is limiting requests. Try again.", {
      unhealthy: false,
      retryable: false,
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
  const joined = entry.running?.epoch === epoch ? entry.running.promise : start(key, entry, read);
  try {
    return await withSlowFallback(entry, joined);
  } catch (error) {
    const code = staleFor(error);
    const older = code === undefined ? undefined : lastGood(entry, code);
    if (older !== undefined) return older;
    if (code === undefined) dropAnswer(key, entry);
    throw error;
  }
}

/** The key of a read in the cache. */
export const readKey = (operation: Operation, path: string): string => `${operation.id} ${path}`;
