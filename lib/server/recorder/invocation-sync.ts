// Synchronizes the recorded invocations with the API in turns. A turn reads what started since the mark, updates open
// invocations, and continues reading older ones. Each page is written with its progress in one transaction under the
// lease, so that a turn may be interrupted anywhere: the next one repeats a little and misses nothing.

import { hourMs } from "../../bff/time-units.ts";
import type { Clock } from "../../clock.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { addGap, closeGap, fillGaps, openGap } from "../db/gaps.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { closeLeftRunning, type Written, writeInvocations } from "../invocations/invocation-writes.ts";
import {
  firstProgress,
  highWaterMarkAfter,
  invocationList,
  overlap,
  progressCheckpoint,
  type SyncProgress,
  sinceOf,
  sinceText,
  syncProgress,
} from "../invocations/sync-progress.ts";
import { epochMs } from "../kernel/epoch-ms.ts";
import { paces } from "../kernel/paces.ts";
import type { InvocationPort, ListedPage } from "./invocation-port.ts";
import { SessionReader } from "./invocation-session-reader.ts";
import { LateArrivalBackfill } from "./late-arrival-backfill.ts";
import { OverlapWindow } from "./overlap-window.ts";
import { paginate } from "./paginate.ts";
import { checkOpenInvocations } from "./refresh-open-invocations.ts";
import type { RequestBudget } from "./request-budget.ts";

const minPagesPerTurn = 10;
const maxPagesPerTurn = 500;
/** Invocations that started within this time before the mark are read again in a sweep. */
const sweepBackMs = hourMs;
/** Requests reserved for the next reading of new invocations, which would otherwise have to restart reading back. */
const headReserve = 20;

/** Pages per turn that use up the budget with turns some seconds apart, while a turn stays short. */
export const pagesPerTurn = (requestsPerMinute: number): number =>
  Math.min(maxPagesPerTurn, Math.max(minPagesPerTurn, Math.ceil(requestsPerMinute / 24)));

export interface InvocationSyncDeps {
  port: InvocationPort;
  db: Database;
  /** Runs in one transaction, which fails when another replica holds the lease. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  budget: RequestBudget;
  /** The most pages per list and turn; 10 by default. */
  pagesPerTurn?: number;
  clock: Clock;
  retentionMs: number;
  codeOf: (error: unknown) => string;
}

export class InvocationSync {
  readonly #deps: InvocationSyncDeps;
  readonly #sessions: SessionReader;
  readonly #late: LateArrivalBackfill;
  readonly #overlapWindow: OverlapWindow;
  #progress: SyncProgress | undefined;
  #sweptAtMs: number;
  #readBackAtMs = Number.NEGATIVE_INFINITY;
  #skipped = 0;

  constructor(deps: InvocationSyncDeps) {
    this.#deps = deps;
    this.#sessions = new SessionReader(deps);
    this.#late = new LateArrivalBackfill({ ...deps, take: (page) => this.#take(page, new Set()) });
    this.#overlapWindow = new OverlapWindow(deps.clock);
    this.#sweptAtMs = deps.clock.monotonicMs();
  }

  /** The progress; undefined before the first turn. */
  get progress(): SyncProgress | undefined {
    return this.#progress;
  }

  /** Items too large to be read, since the start of this term. */
  get skipped(): number {
    return this.#skipped;
  }

  /** One turn; "soon" while there is more to read back. Without an answer it records a gap and rejects. */
  turn = async (): Promise<"soon" | undefined> => {
    try {
      return await this.#read();
    } catch (error) {
      await this.#recordFailure(error);
      throw error;
    }
  };

  async #load(): Promise<SyncProgress> {
    if (this.#progress !== undefined) return this.#progress;
    const { db, clock, write } = this.#deps;
    while (await write(closeLeftRunning));
    const nowMs = clock.nowMs();
    const stored = await readCheckpoint(db, progressCheckpoint, syncProgress);
    const last = stored?.last_good_ms;
    if (last !== null && last !== undefined && nowMs - last > paces.polling.maxSilenceMs)
      await write(async (trx) => {
        await openGap(trx, invocationList, Math.max(last, stored?.mark_ms ?? last), "not_running");
      });
    this.#progress = stored ?? firstProgress(nowMs);
    return this.#progress;
  }

  async #read(): Promise<"soon" | undefined> {
    const progress = await this.#load();
    const seen = new Set<string>();
    await this.#readHead(progress, seen);
    await this.#sweep(seen);
    const take = (page: ListedPage, isCurrent: boolean) => this.#take(page, seen, { isCurrent });
    await this.#readBackTo(await checkOpenInvocations({ ...this.#deps, take, seen }));
    const more = await this.#readDeep();
    await this.#sessions.turn();
    await this.#sweepLate();
    return more ? "soon" : undefined;
  }

  /** Writes a page and, in the same transaction, the progress. */
  async #take(
    page: ListedPage,
    seen: Set<string>,
    { next, isCurrent = false }: { next?: SyncProgress; isCurrent?: boolean } = {},
  ): Promise<Written> {
    const rows = page.items.map((item) => invocationRowOf(item, page.atMs));
    const written = await this.#deps.write(async (trx) => {
      if (next !== undefined) await writeCheckpoint(trx, progressCheckpoint, next);
      return await writeInvocations(trx, rows, isCurrent);
    });
    // Only a reading by id says whether those wait again.
    const older = new Set(written.older);
    for (const { id } of page.items) if (!older.has(id)) seen.add(id);
    if (next !== undefined) this.#progress = next;
    this.#sessions.ended(written.ended);
    return written;
  }

  async #readHead(progress: SyncProgress, seen: Set<string>): Promise<void> {
    const { clock, retentionMs, write } = this.#deps;
    const window = this.#overlapWindow.next();
    const behind = (behindMs: number) => sinceOf(progress, { nowMs: clock.nowMs(), retentionMs, behindMs });
    const sinceMs = behind(window.behindMs);
    const steps = this.#paginate(sinceMs, 0, { pages: window.pages });
    let newest: number | null = null;
    let lowest: number | null = null;
    let offset = 0;
    let pages = 0;
    let ended = false;
    for await (const step of steps) {
      pages += 1;
      await this.#take(step, seen);
      const starts = step.items.flatMap((item) => epochMs(item.started_at) ?? []);
      newest = Math.max(newest ?? 0, ...starts);
      lowest = Math.min(lowest ?? Number.POSITIVE_INFINITY, ...starts);
      ({ nextOffset: offset, ended } = step);
    }
    // No request was left in the budget.
    if (pages === 0) return;
    if (progress.mark_ms !== null) this.#overlapWindow.record(window, pages);
    const nowMs = clock.nowMs();
    const nearMs = behind(overlap.nearMs);
    const reachedMark = ended || (window.nearIsSufficient && lowest !== null && lowest < nearMs);
    const deep = reachedMark
      ? progress.deep
      : { since_ms: Math.min(sinceMs, progress.deep?.since_ms ?? sinceMs), offset, lowest_ms: lowest };
    const next: SyncProgress = {
      ...progress,
      mark_ms: highWaterMarkAfter(progress, newest, nowMs),
      complete_from_ms: progress.complete_from_ms ?? (deep === null ? sinceMs : null),
      deep,
      last_good_ms: nowMs,
    };
    await write(async (trx) => {
      await writeCheckpoint(trx, progressCheckpoint, next);
      await closeGap(trx, invocationList, nowMs);
      if (deep === null) await fillGaps(trx, invocationList, ended ? sinceMs : nearMs);
    });
    this.#progress = next;
  }

  /** Starts to read the list back to a start time from time to time, for invocations that cannot be retrieved by id. */
  async #readBackTo(startMs: number | undefined): Promise<void> {
    const { clock } = this.#deps;
    if (startMs === undefined || clock.monotonicMs() - this.#readBackAtMs < paces.mirror.readBackEveryMs)
      return;
    const now = await this.#load();
    if (now.deep !== null) return;
    this.#readBackAtMs = clock.monotonicMs();
    this.#progress = { ...now, deep: { since_ms: startMs, offset: 0, lowest_ms: null } };
  }

  /** Continues reading back; returns whether there is more. */
  async #readDeep(): Promise<boolean> {
    const { deep } = await this.#load();
    if (deep === null) return false;
    try {
      for await (const step of this.#paginate(deep.since_ms, deep.offset, { reserve: headReserve })) {
        const starts = step.items.flatMap((item) => epochMs(item.started_at) ?? []);
        const now = await this.#load();
        const lowest = Math.min(now.deep?.lowest_ms ?? Number.POSITIVE_INFINITY, ...starts);
        const rest = { since_ms: deep.since_ms, offset: step.nextOffset };
        const remaining = { ...rest, lowest_ms: Number.isFinite(lowest) ? lowest : null };
        await this.#take(step, new Set(), { next: { ...now, deep: step.ended ? null : remaining } });
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
      await writeCheckpoint(trx, progressCheckpoint, next);
      await fillGaps(trx, invocationList, sinceMs);
    });
    this.#progress = next;
  }

  /** The upstream refuses to list that far back: records the missing time as a gap. */
  async #giveUpDeep(error: unknown): Promise<void> {
    const { write, codeOf } = this.#deps;
    const now = await this.#load();
    const { deep } = now;
    if (deep === null) return;
    const to = Math.max(deep.lowest_ms ?? deep.since_ms, deep.since_ms + 1);
    const next = { ...now, deep: null, complete_from_ms: now.complete_from_ms ?? to };
    await write(async (trx) => {
      await writeCheckpoint(trx, progressCheckpoint, next);
      await addGap(trx, { list: invocationList, from_ms: deep.since_ms, to_ms: to, why: codeOf(error) });
    });
    this.#progress = next;
  }

  async #sweep(seen: Set<string>): Promise<void> {
    const { clock } = this.#deps;
    const { mark_ms: mark, deep } = await this.#load();
    if (mark === null || deep !== null || clock.monotonicMs() - this.#sweptAtMs < paces.mirror.sweepEveryMs)
      return;
    this.#sweptAtMs = clock.monotonicMs();
    const fromMs = Math.min(mark, clock.nowMs()) - sweepBackMs;
    try {
      for await (const step of this.#paginate(Math.max(0, fromMs), 0)) await this.#take(step, seen);
    } catch (error) {
      // The upstream refuses to list that far back; the pages before it were read.
      if (!this.#deps.port.refused(error)) throw error;
    }
  }

  async #sweepLate(): Promise<void> {
    const { mark_ms: mark, deep } = await this.#load();
    if (mark !== null && deep === null) await this.#late.turn(Math.min(mark, this.#deps.clock.nowMs()));
  }

  #paginate(sinceMs: number, offset: number, { pages = 1, reserve = 0 } = {}) {
    const { port, budget, pagesPerTurn: perTurn = minPagesPerTurn } = this.#deps;
    const request = { since: sinceText(sinceMs) };
    const maxPages = pages * perTurn;
    const onSkipped = () => {
      this.#skipped += 1;
    };
    return paginate({ port, budget, request, offset, maxPages, reserve, onSkipped });
  }

  async #recordFailure(error: unknown): Promise<void> {
    const { clock, write, codeOf } = this.#deps;
    const progress = this.#progress;
    if (progress === undefined) return;
    const nowMs = clock.nowMs();
    const last = progress.last_good_ms;
    const from = last === null ? nowMs : Math.max(last, progress.mark_ms ?? last);
    await write((trx) => openGap(trx, invocationList, from, codeOf(error))).catch(() => undefined);
  }
}
