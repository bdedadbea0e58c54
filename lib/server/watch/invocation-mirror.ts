// Mirrors the invocations, turn by turn. A turn reads what started since the mark, goes on with what is still to be
// read back, and asks about the runs that are open. Each page is written with its progress in one transaction under
// the lease, so that a turn may end anywhere, even by kill -9: the next one repeats a little and misses nothing.
import type { Clock } from "../live/clock.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import { addGap, closeGap, fillGaps, openGap } from "../store/gaps.ts";
import { readMark, writeMark } from "../store/marks.ts";
import { epochMs, runRowOf } from "../store/run-rows.ts";
import { type Written, writeRuns } from "../store/runs.ts";
import { HeadReach } from "./head-reach.ts";
import type { InvocationPort, ListedPage } from "./invocation-port.ts";
import { LateSweep } from "./late-sweep.ts";
import {
  firstProgress,
  type MirrorProgress,
  markAfter,
  mirrorProgress,
  overlap,
  progressMark,
  sinceOf,
  sinceText,
} from "./mirror-progress.ts";
import { checkOpenRuns } from "./open-runs.ts";
import { walkPages } from "./page-walk.ts";
import type { RequestBudget } from "./request-budget.ts";
import { SessionReader } from "./run-session-reader.ts";

export const invocationList = "invocations";
const leastPagesPerTurn = 10;
const mostPagesPerTurn = 500;
/** How long after their start runs are looked at once more. */
const sweepBackMs = 3_600_000;
/** Requests that reading back leaves to the next look at what is new: cut short, that would begin reading back anew. */
const headReserve = 20;

/** So many pages a turn that a budget can be spent by turns some seconds apart, and a turn still ends soon. */
export const pagesPerTurn = (requestsPerMinute: number): number =>
  Math.min(mostPagesPerTurn, Math.max(leastPagesPerTurn, Math.ceil(requestsPerMinute / 24)));

export interface MirrorDeps {
  port: InvocationPort;
  db: Database;
  /** Runs in one transaction that is refused when the lease is another's. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  budget: RequestBudget;
  /** Pages that a turn reads on at most, of each list; ten unless told. */
  pagesPerTurn?: number;
  clock: Clock;
  monotonicMs: () => number;
  retentionMs: number;
  codeOf: (error: unknown) => string;
}

export class InvocationMirror {
  readonly #deps: MirrorDeps;
  readonly #sessions: SessionReader;
  readonly #late: LateSweep;
  readonly #reach: HeadReach;
  #progress: MirrorProgress | undefined;
  #sweptAtMs: number;
  #readBackAtMs = Number.NEGATIVE_INFINITY;
  #skipped = 0;

  constructor(deps: MirrorDeps) {
    this.#deps = deps;
    this.#sessions = new SessionReader(deps);
    this.#late = new LateSweep({ ...deps, take: (page) => this.#take(page, new Set()) });
    this.#reach = new HeadReach(deps.monotonicMs);
    this.#sweptAtMs = deps.monotonicMs();
  }

  /** How far it has read; undefined before the first turn. */
  get progress(): MirrorProgress | undefined {
    return this.#progress;
  }

  /** Rows that were too large to be read, since this process records. */
  get skipped(): number {
    return this.#skipped;
  }

  /** One turn; "soon" while there is more to read back. Rejects when the upstream gave no answer, gap recorded. */
  turn = async (): Promise<"soon" | undefined> => {
    try {
      return await this.#read();
    } catch (error) {
      await this.#noteFailure(error);
      throw error;
    }
  };

  async #load(): Promise<MirrorProgress> {
    if (this.#progress !== undefined) return this.#progress;
    const { db, clock, write } = this.#deps;
    const nowMs = clock.nowMs();
    const kept = await readMark(db, progressMark, mirrorProgress);
    const last = kept?.last_good_ms;
    if (last !== null && last !== undefined && nowMs - last > paces.polling.maxSilenceMs)
      await write(async (trx) => {
        await openGap(trx, invocationList, Math.max(last, kept?.mark_ms ?? last), "not_running");
      });
    this.#progress = kept ?? firstProgress(nowMs);
    return this.#progress;
  }

  async #read(): Promise<"soon" | undefined> {
    const progress = await this.#load();
    const seen = new Set<string>();
    await this.#readHead(progress, seen);
    await this.#sweep(seen);
    const take = (page: ListedPage) => this.#take(page, seen);
    await this.#readBackTo(await checkOpenRuns({ ...this.#deps, take, seen }));
    const more = await this.#readDeep();
    await this.#sessions.turn();
    await this.#sweepLate();
    return more ? "soon" : undefined;
  }

  /** Writes a page, and with it how far we are. */
  async #take(page: ListedPage, seen: Set<string>, next?: MirrorProgress): Promise<Written> {
    for (const { id } of page.items) seen.add(id);
    const rows = page.items.map((item) => runRowOf(item, page.atMs));
    const written = await this.#deps.write(async (trx) => {
      if (next !== undefined) await writeMark(trx, progressMark, next);
      return await writeRuns(trx, rows);
    });
    if (next !== undefined) this.#progress = next;
    this.#sessions.ended(written.ended);
    return written;
  }

  async #readHead(progress: MirrorProgress, seen: Set<string>): Promise<void> {
    const { clock, retentionMs, write } = this.#deps;
    const reach = this.#reach.next();
    const behind = (behindMs: number) => sinceOf(progress, { nowMs: clock.nowMs(), retentionMs, behindMs });
    const sinceMs = behind(reach.behindMs);
    const walk = this.#walk(sinceMs, 0, { pages: reach.pages });
    let newest: number | null = null;
    let lowest: number | null = null;
    let offset = 0;
    let pages = 0;
    let ended = false;
    for await (const step of walk) {
      pages += 1;
      await this.#take(step, seen);
      const starts = step.items.flatMap((item) => epochMs(item.started_at) ?? []);
      newest = Math.max(newest ?? 0, ...starts);
      lowest = Math.min(lowest ?? Number.POSITIVE_INFINITY, ...starts);
      ({ nextOffset: offset, ended } = step);
    }
    // Without a request left nothing was observed.
    if (pages === 0) return;
    if (progress.mark_ms !== null) this.#reach.took(reach, pages);
    const nowMs = clock.nowMs();
    const nearMs = behind(overlap.nearMs);
    const met = ended || (reach.nearIsEnough && lowest !== null && lowest < nearMs);
    const deep = met
      ? progress.deep
      : { since_ms: Math.min(sinceMs, progress.deep?.since_ms ?? sinceMs), offset, lowest_ms: lowest };
    const next: MirrorProgress = {
      ...progress,
      mark_ms: markAfter(progress, newest, nowMs),
      complete_from_ms: progress.complete_from_ms ?? (deep === null ? sinceMs : null),
      deep,
      last_good_ms: nowMs,
    };
    await write(async (trx) => {
      await writeMark(trx, progressMark, next);
      await closeGap(trx, invocationList, nowMs);
      if (deep === null) await fillGaps(trx, invocationList, ended ? sinceMs : nearMs);
    });
    this.#progress = next;
  }

  /** Reads the list again down to a start, now and then, for runs that cannot be asked about one by one. */
  async #readBackTo(startMs: number | undefined): Promise<void> {
    const { monotonicMs } = this.#deps;
    if (startMs === undefined || monotonicMs() - this.#readBackAtMs < paces.mirror.readBackEveryMs) return;
    const now = await this.#load();
    if (now.deep !== null) return;
    this.#readBackAtMs = monotonicMs();
    this.#progress = { ...now, deep: { since_ms: startMs, offset: 0, lowest_ms: null } };
  }

  /** Goes on reading back; true while there is more. */
  async #readDeep(): Promise<boolean> {
    const { deep } = await this.#load();
    if (deep === null) return false;
    try {
      for await (const step of this.#walk(deep.since_ms, deep.offset, { reserve: headReserve })) {
        const starts = step.items.flatMap((item) => epochMs(item.started_at) ?? []);
        const now = await this.#load();
        const lowest = Math.min(now.deep?.lowest_ms ?? Number.POSITIVE_INFINITY, ...starts);
        const rest = { since_ms: deep.since_ms, offset: step.nextOffset };
        const further = { ...rest, lowest_ms: Number.isFinite(lowest) ? lowest : null };
        await this.#take(step, new Set(), { ...now, deep: step.ended ? null : further });
        if (step.ended) await this.#finishDeep(deep.since_ms);
      }
    } catch (error) {
      if (!this.#deps.port.refused(error)) throw error;
      await this.#giveUpDeep(error);
    }
    return (await this.#load()).deep !== null;
  }

  async #finishDeep(sinceMs: number): Promise<void> {
    const now = await this.#load();
    const next = { ...now, complete_from_ms: Math.min(now.complete_from_ms ?? sinceMs, sinceMs) };
    await this.#deps.write(async (trx) => {
      await writeMark(trx, progressMark, next);
      await fillGaps(trx, invocationList, sinceMs);
    });
    this.#progress = next;
  }

  /** The upstream does not let itself be read that far back: what is missing stays said. */
  async #giveUpDeep(error: unknown): Promise<void> {
    const { write, codeOf } = this.#deps;
    const now = await this.#load();
    const { deep } = now;
    if (deep === null) return;
    const to = Math.max(deep.lowest_ms ?? deep.since_ms, deep.since_ms + 1);
    const next = { ...now, deep: null, complete_from_ms: now.complete_from_ms ?? to };
    await write(async (trx) => {
      await writeMark(trx, progressMark, next);
      await addGap(trx, { list: invocationList, from_ms: deep.since_ms, to_ms: to, why: codeOf(error) });
    });
    this.#progress = next;
  }

  async #sweep(seen: Set<string>): Promise<void> {
    const { clock, monotonicMs } = this.#deps;
    const { mark_ms: mark, deep } = await this.#load();
    if (mark === null || deep !== null || monotonicMs() - this.#sweptAtMs < paces.mirror.sweepEveryMs) return;
    this.#sweptAtMs = monotonicMs();
    const fromMs = Math.min(mark, clock.nowMs()) - sweepBackMs;
    try {
      for await (const step of this.#walk(Math.max(0, fromMs), 0)) await this.#take(step, seen);
    } catch (error) {
      // So far back the upstream does not let itself be read: what it let be read was looked at.
      if (!this.#deps.port.refused(error)) throw error;
    }
  }

  async #sweepLate(): Promise<void> {
    const { mark_ms: mark, deep } = await this.#load();
    if (mark !== null && deep === null) await this.#late.turn(Math.min(mark, this.#deps.clock.nowMs()));
  }

  #walk(sinceMs: number, offset: number, { pages = 1, reserve = 0 } = {}) {
    const { port, budget, pagesPerTurn: perTurn = leastPagesPerTurn } = this.#deps;
    const question = { since: sinceText(sinceMs) };
    const maxPages = pages * perTurn;
    const onSkipped = () => {
      this.#skipped += 1;
    };
    return walkPages({ port, budget, question, offset, maxPages, reserve, onSkipped });
  }

  async #noteFailure(error: unknown): Promise<void> {
    const { clock, write, codeOf } = this.#deps;
    const progress = this.#progress;
    if (progress === undefined) return;
    const nowMs = clock.nowMs();
    const last = progress.last_good_ms;
    const from = last === null ? nowMs : Math.max(last, progress.mark_ms ?? last);
    await write((trx) => openGap(trx, invocationList, from, codeOf(error))).catch(() => undefined);
  }
}
