// Equal reads share one upstream call, its parse and its bytes. Fresh for a second, and for a few to who has not had
// it yet: so the pages of many operators, each asking every five seconds at another moment, cost what one costs, and
// whoever asks again gets something newer. When the upstream fails or is slow, the last good answer is given with its
// age instead, within bounds. One view for all roles: what one may not see, none sees, so the key needs no role.
import "server-only";
import type { Operation } from "../../contract/operation.ts";
import { type Moment, msSince, now } from "../moment.ts";
import { deadlines, paces } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import type { StoredAnswer } from "./answer.ts";
import { UpstreamFailure } from "./failure.ts";

const maxBytes = 64 * 1024 * 1024;
const maxEntries = 1000;
const tooLargeCode = "upstream_too_large";

interface Entry {
  good?: StoredAnswer;
  /** When that was read, by the clock that nobody sets. */
  readAtMonotonicMs: number;
  /** Viewers who had it. */
  viewers: Set<string>;
  /** A read that has not ended; `epoch` tells whether a write came after its start. */
  running?: { promise: Promise<StoredAnswer>; epoch: number };
  /** Since when, and for how long, the upstream asked not to be asked. */
  pause?: { since: Moment; forMs: number };
  epoch: number;
}

interface Shelf {
  entries: Map<string, Entry>;
  bytes: number;
  epoch: number;
}
const shelf = () => perProcess("shared-reads", (): Shelf => ({ entries: new Map(), bytes: 0, epoch: 0 }));

/** After a write of ours: what was read before it is not fresh any more. */
export function outdateReads(): void {
  shelf().epoch += 1;
}

function entryOf(key: string): Entry {
  const { entries } = shelf();
  const entry = entries.get(key) ?? { readAtMonotonicMs: 0, viewers: new Set(), epoch: -1 };
  // Moved to the end: the map's order is the order of use.
  entries.delete(key);
  entries.set(key, entry);
  trim(key);
  return entry;
}

/** Lets go of what was used longest ago, as far as the bounds ask; not of `key`. */
function trim(key: string): void {
  const state = shelf();
  for (const [oldKey, old] of state.entries) {
    if (state.bytes <= maxBytes && state.entries.size <= maxEntries) break;
    if (oldKey !== key && old.running === undefined) drop(oldKey, old);
  }
}

function drop(key: string, entry: Entry): void {
  const state = shelf();
  if (state.entries.get(key) !== entry) return;
  state.entries.delete(key);
  state.bytes -= entry.good?.bytes.byteLength ?? 0;
}

function keep(key: string, entry: Entry, answer: StoredAnswer, epoch: number): void {
  const state = shelf();
  // A read that began before a write may end after one that began behind it, or after its entry was let go.
  if (epoch < entry.epoch || state.entries.get(key) !== entry) return;
  state.bytes += answer.bytes.byteLength - (entry.good?.bytes.byteLength ?? 0);
  entry.good = answer;
  entry.readAtMonotonicMs = now().monotonicMs;
  entry.viewers.clear();
  entry.epoch = epoch;
  trim(key);
}

/** For how many milliseconds more the upstream is not to be asked. */
const pauseLeft = ({ pause }: Entry): number =>
  pause === undefined ? 0 : pause.forMs - msSince(pause.since);

/** How many milliseconds ago the last good answer was read. */
const ageOf = ({ good, readAtMonotonicMs: monotonicMs }: Entry): number =>
  good === undefined ? Number.POSITIVE_INFINITY : msSince({ wallMs: good.observedAtMs, monotonicMs });

/** Without an answer that may still be given, and without a pause to hold, nothing is left to remember. */
function forgetIdle(key: string, entry: Entry): void {
  if (entry.running !== undefined || pauseLeft(entry) > 0) return;
  if (lastGood(entry, "") === undefined) drop(key, entry);
}

/** What was good before is not so any more. */
function withdraw(key: string, entry: Entry): void {
  const state = shelf();
  if (state.entries.get(key) === entry) state.bytes -= entry.good?.bytes.byteLength ?? 0;
  delete entry.good;
  forgetIdle(key, entry);
}

function start(key: string, entry: Entry, read: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const { epoch } = shelf();
  const promise = read().then(
    (answer) => {
      keep(key, entry, answer, epoch);
      return answer;
    },
    (error: unknown) => {
      if (error instanceof UpstreamFailure && error.status === 429) {
        const { retryAfterSeconds: seconds } = error;
        entry.pause = {
          since: now(),
          forMs: seconds === undefined ? paces.upstream.busyRestMs : seconds * 1000,
        };
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
      forgetIdle(key, entry);
    });
  return promise;
}

/** The code an older answer is given with instead. What grew too large is not ill: who asks again for less of it gets
 *  it as it is now, so that nothing older may stand in for it. */
const staleFor = (error: unknown): string | undefined =>
  error instanceof UpstreamFailure &&
  (error.status >= 500 || error.status === 429) &&
  !error.absent &&
  error.code !== tooLargeCode
    ? error.code
    : undefined;

/** The last good answer marked with why it is not a newer one, if there is one that is young enough. */
function lastGood(entry: Entry, code: string): StoredAnswer | undefined {
  if (entry.good === undefined || ageOf(entry) > paces.upstream.oldestMs) return undefined;
  return { ...entry.good, stale: code };
}

const slow = Symbol("slow");

function after(ms: number, signal: AbortSignal): Promise<typeof slow> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(slow), ms);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}

async function hurried(entry: Entry, running: Promise<StoredAnswer>): Promise<StoredAnswer> {
  if (lastGood(entry, "") === undefined) return running;
  const over = new AbortController();
  try {
    const first = await Promise.race([running, after(deadlines.upstream.slowReadMs, over.signal)]);
    if (first !== slow) return first;
  } finally {
    over.abort();
  }
  running.catch(() => undefined);
  return lastGood(entry, "upstream_slow") ?? running;
}

/** Whether the last good answer is as good as a new one for this viewer. */
function isFresh(entry: Entry, viewer: string | undefined): boolean {
  if (entry.epoch !== shelf().epoch) return false;
  const ageMs = ageOf(entry);
  const { freshMs, freshToOthersMs } = paces.upstream;
  return ageMs < freshMs || (ageMs < freshToOthersMs && viewer !== undefined && !entry.viewers.has(viewer));
}

/**
 * The shared answer for a key; `read` is called at most once at a time and not while an answer is fresh. `viewer` names
 * who looks, where it is somebody: what was asked without is shared for a second only.
 */
export async function sharedRead(
  key: string,
  read: () => Promise<StoredAnswer>,
  viewer?: string,
): Promise<StoredAnswer> {
  const entry = entryOf(key);
  const given = await readShared(key, entry, read, viewer);
  if (viewer !== undefined && entry.good === given) entry.viewers.add(viewer);
  return given;
}

async function readShared(
  key: string,
  entry: Entry,
  read: () => Promise<StoredAnswer>,
  viewer: string | undefined,
): Promise<StoredAnswer> {
  const { epoch } = shelf();
  if (entry.good !== undefined && isFresh(entry, viewer)) return entry.good;
  const waitMs = pauseLeft(entry);
  if (waitMs > 0) {
    const kept = lastGood(entry, "upstream_busy");
    if (kept !== undefined) return kept;
    throw new UpstreamFailure(429, "upstream_busy", "The API asks to slow down.", {
      unhealthy: false,
      retryable: false,
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    });
  }
  const joined = entry.running?.epoch === epoch ? entry.running.promise : start(key, entry, read);
  try {
    return await hurried(entry, joined);
  } catch (error) {
    const code = staleFor(error);
    const kept = code === undefined ? undefined : lastGood(entry, code);
    if (kept !== undefined) return kept;
    if (code === undefined) withdraw(key, entry);
    throw error;
  }
}

/** Key of a read. */
export const readKey = (operation: Operation, path: string): string => `${operation.id} ${path}`;
