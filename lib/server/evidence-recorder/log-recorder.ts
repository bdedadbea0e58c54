// Stores the logs that the rule names, while this replica leads: finds new ones, follows them, saves what they wrote
// every second in one transaction, and deletes what is too much. Logs that an earlier leader left are continued.
import { type EvidenceSettings, evidenceLimits, isOff, type LogRecorderReport } from "../../bff/evidence.ts";
import { type LogTopic, liveBounds } from "../../bff/live.ts";
import type { Clock } from "../../clock.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import { type Database, dialectOf } from "../db/database.ts";
import type { AppliedEvidence } from "../evidence/evidence-settings.ts";
import { addInvocationSessions, lastInvocationsOf } from "../invocations/invocation-sessions.ts";
import { namesOfInvocations } from "../invocations/recent-invocations.ts";
import { paces } from "../kernel/paces.ts";
import { DueParts, PeriodicTask } from "../kernel/periodic-task.ts";
import type { StoredLogRow } from "../stored-logs/stored-log.ts";
import { lastChunkOf, newestEntries, unendedStoredLogs } from "../stored-logs/stored-log-reads.ts";
import {
  completeChunks,
  createStoredLogs,
  deleteStoredLogs,
  endStoredLogs,
  noLongerStored,
  reopenStoredLogs,
  saveStoredLogs,
  type TrimmedLog,
  trimStoredLog,
} from "../stored-logs/stored-log-writes.ts";
import type { LogHub } from "../streams/log-hub.ts";
import { dropAboveSize } from "./drop-above-size.ts";
import { EndedSessionsProgress } from "./ended-sessions-progress.ts";
import { LogCollector } from "./log-collector.ts";
import { logsToDelete, logsToLeave, logsToStore } from "./logs-to-store.ts";
import { sessionsNamedInLogs } from "./sessions-named-in-logs.ts";

export interface LogRecorderDeps {
  db: Database;
  /** Writes under the lease; rejects when another replica holds it. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  hub: LogHub;
  /** The settings that apply now. */
  readSettings: () => Promise<AppliedEvidence>;
  /** Whether the API has the logs of a topic's kind; "unknown" counts as yes. */
  isOffered: (topic: LogTopic) => boolean;
  /** Called at each look for new logs, unless none is to be stored. */
  viewed: () => void;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

/** The checkpoint with the recorder's report. */
export const logRecorderCheckpoint = "log_recorder";

const megabyte = 1_000_000;

const storesNoLines = (settings: EvidenceSettings) => isOff(settings, "logs") && isOff(settings, "network");

export class LogRecorder {
  readonly #deps: LogRecorderDeps;
  readonly #followed = new Map<number, LogCollector>();
  readonly #work: PeriodicTask;
  readonly #due: DueParts<"discover" | "review" | "measure">;
  readonly #progress: EndedSessionsProgress;
  #waiting = 0;
  #deleted: LogRecorderReport["deleted"] = null;
  /** As of the last look. */
  #applied: AppliedEvidence | undefined;

  constructor(deps: LogRecorderDeps) {
    this.#deps = deps;
    this.#progress = new EndedSessionsProgress("logs_sorted_out", deps);
    this.#due = new DueParts(deps.clock);
    this.#work = new PeriodicTask({
      everyMs: paces.evidenceRecorder.saveMs,
      turn: () => this.turn(),
      failure: "logs could not be stored",
      clock: deps.clock,
      report: deps.report,
    });
  }

  start(): void {
    this.#work.start();
  }

  stop(): void {
    this.#work.stop();
    for (const log of this.#followed.values()) log.stop();
    this.#followed.clear();
  }

  /** One turn: what is due of finding, saving and deleting. Rejects when the store cannot be read or written. */
  async turn(): Promise<void> {
    const { discoverMs, reviewEveryMs, measureEveryMs } = paces.evidenceRecorder;
    const looks = this.#due.take("discover", discoverMs);
    if (looks || this.#applied === undefined) this.#applied = await this.#deps.readSettings();
    const applied = this.#applied;
    if (looks) await this.#discover(applied);
    await this.#save(applied);
    if (this.#due.take("review", reviewEveryMs)) await this.#reviewEnded(applied);
    if (this.#due.take("measure", measureEveryMs)) await this.#measure(applied);
  }

  /**
   * Adds what a rule names and is new, follows every log that has not ended, also those of earlier leaders, and ends
   * those that no rule names any longer.
   */
  async #discover({ settings }: AppliedEvidence): Promise<void> {
    const { db, write, clock, isOffered, viewed } = this.#deps;
    if (!storesNoLines(settings)) viewed();
    const nowMs = clock.nowMs();
    const named = await sessionsNamedInLogs(db, nowMs - paces.evidenceRecorder.namedLateMs);
    // As of then: a pool's browser may have its next holder by now.
    for (const [id, sessions] of named)
      await write(async (trx) => {
        for (const [session, atMs] of sessions) await addInvocationSessions(trx, id, [session], atMs);
      });
    const { topics, reopened } = await logsToStore(db, settings, {
      nowMs,
      invocationsMs: nowMs - paces.evidenceRecorder.lateMs,
      endedMs: nowMs - paces.evidenceRecorder.endedLateMs,
    });
    const found = topics.filter(isOffered);
    const wanted = await this.#leave(settings, await unendedStoredLogs(db, evidenceLimits.streams[1]));
    const unended = wanted.slice(0, settings.streams);
    const again = reopened.slice(0, settings.streams - unended.length);
    const chosen = found.slice(0, settings.streams - unended.length - again.length);
    this.#waiting = found.length + reopened.length - chosen.length - again.length;
    if (chosen.length + again.length > 0) {
      const added = await write(async (trx) => [
        ...(await reopenStoredLogs(trx, again)),
        ...(await createStoredLogs(trx, chosen, nowMs)),
      ]);
      unended.push(...added);
    }
    const left = unended.filter((row) => row.next_line > 1 && !this.#followed.has(row.id));
    if (left.length > 0) await write((trx) => completeChunks(trx, dialectOf(db), left));
    const ended = again.filter(({ end_reason: reason }) => reason !== noLongerStored);
    await this.#followAll(unended, new Set(ended.map(({ id }) => id)));
    await this.#identify();
  }

  /** Ends those of the logs that no rule names any longer; returns the others. */
  async #leave(settings: EvidenceSettings, unended: readonly StoredLogRow[]): Promise<StoredLogRow[]> {
    const { db, write, clock } = this.#deps;
    const left = new Set(await logsToLeave(db, settings, unended));
    if (left.size === 0) return [...unended];
    for (const id of left) {
      this.#followed.get(id)?.stop();
      this.#followed.delete(id);
    }
    await write(async (trx) => {
      await endStoredLogs(trx, [...left], { reason: noLongerStored, nowMs: clock.nowMs() });
      await completeChunks(
        trx,
        dialectOf(db),
        unended.filter(({ id }) => left.has(id)),
      );
    });
    return unended.filter(({ id }) => !left.has(id));
  }

  /** Notes which invocation each followed log belongs to, by which a search filters. */
  async #identify(): Promise<void> {
    const logs = [...this.#followed.values()].filter(({ isOver }) => !isOver);
    const invocations = await namesOfInvocations(
      this.#deps.db,
      logs.flatMap(({ row }) => (row.app_name === null ? (row.invocation_id ?? []) : [])),
    );
    const last = await lastInvocationsOf(
      this.#deps.db,
      logs.flatMap(({ row }) => row.session_id ?? []),
    );
    for (const log of logs) {
      const { invocation_id: invocation, session_id: session } = log.row;
      const of = invocations.get(invocation ?? "") ?? last.get(session ?? "");
      if (of !== undefined) log.identify(of);
    }
  }

  /** One that cannot be followed, because the hub follows as many as it may, waits for the next look. `ended`: ids of those
   *  that had ended with their browser. */
  async #followAll(rows: readonly StoredLogRow[], ended: ReadonlySet<number>): Promise<void> {
    const refusals: unknown[] = [];
    for (const row of rows)
      await this.#follow(row, ended.has(row.id)).catch((error: unknown) => refusals.push(error));
    this.#waiting += refusals.length;
    if (refusals.length > 0) this.#deps.report("a log could not be followed", refusals[0]);
  }

  async #follow(row: StoredLogRow, hasEnded: boolean): Promise<void> {
    if (this.#followed.has(row.id)) return;
    const { db, hub, clock } = this.#deps;
    const lastChunk = await lastChunkOf(db, row.id);
    if (this.#work.isStopped) return;
    const log = new LogCollector(row, lastChunk, {
      hub,
      newest: () => newestEntries(db, row.id, liveBounds.ringLines),
      hasEnded,
      nowMs: clock.nowMs,
    });
    this.#followed.set(row.id, log);
    try {
      await log.start();
    } catch (error) {
      // It has not ended in the store, so the next look tries again.
      this.#followed.delete(row.id);
      throw error;
    }
  }

  async #save({ settings }: AppliedEvidence): Promise<void> {
    const changed = [...this.#followed.values()].filter((log) => log.isChanged);
    if (changed.length === 0) return;
    const unsaved = changed.map((log) => ({ log, ...log.unsaved() }));
    try {
      const trimmed = await this.#deps.write(async (trx) => {
        await saveStoredLogs(trx, dialectOf(this.#deps.db), unsaved);
        const maxBytes = settings.session_mb * megabyte;
        const gone: (TrimmedLog | undefined)[] = [];
        for (const { row } of unsaved) gone.push(await trimStoredLog(trx, row, maxBytes));
        return gone;
      });
      for (const [at, log] of changed.entries()) {
        log.saved();
        const gone = trimmed[at];
        if (gone === undefined) continue;
        log.trimmed(gone.bytes, gone.oldest);
        this.#noteDeleted({ logs: 0, lines: gone.lines, pictures: 0, why: "session_size" });
      }
    } catch (error) {
      for (const log of changed) log.failed();
      throw error;
    }
    for (const [id, log] of this.#followed) if (log.isOver && !log.isChanged) this.#followed.delete(id);
  }

  async #reviewEnded({ settings, set_at_ms: changedMs }: AppliedEvidence): Promise<void> {
    const { db, write, clock } = this.#deps;
    const range = await this.#progress.range();
    const { ids, found } = await logsToDelete(db, settings, { ...range, changedMs });
    if (ids.length > 0) await write((trx) => deleteStoredLogs(trx, ids, clock.nowMs()));
    await this.#progress.reached(range, found);
  }

  /** Deletes the oldest logs and pictures while all of them are too large, and writes the report. */
  async #measure({ settings }: AppliedEvidence): Promise<void> {
    const { db, write, clock } = this.#deps;
    const dropped = await dropAboveSize({ db, write, nowMs: clock.nowMs() }, settings.max_mb * megabyte);
    if (dropped.logs + dropped.pictures > 0) this.#noteDeleted({ ...dropped, lines: 0, why: "total_size" });
    if (storesNoLines(settings) && isOff(settings, "pictures")) return;
    const report: LogRecorderReport = {
      at_ms: clock.nowMs(),
      following: this.#followed.size,
      waiting: this.#waiting,
      deleted: this.#deleted,
    };
    await write((trx) => writeCheckpoint(trx, logRecorderCheckpoint, report));
  }

  #noteDeleted(what: Omit<NonNullable<LogRecorderReport["deleted"]>, "at_ms">): void {
    this.#deleted = { at_ms: this.#deps.clock.nowMs(), ...what };
  }
}
