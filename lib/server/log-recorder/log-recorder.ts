// Stores the logs that the rule names, while this replica leads: finds new ones, follows them, saves what they wrote
// every second in one transaction, and deletes what is too much. Logs that an earlier leader left are continued.
import type { LogRecorderReport } from "../../bff/evidence.ts";
import { type LogTopic, liveBounds } from "../../bff/live.ts";
import type { Clock } from "../../clock.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import { type Database, dialectOf } from "../db/database.ts";
import { lastInvocationsOf } from "../invocations/invocation-sessions.ts";
import { namesOfInvocations } from "../invocations/recent-invocations.ts";
import type { Evidence } from "../kernel/env.ts";
import { paces } from "../kernel/paces.ts";
import type { StoredLogRow } from "../stored-logs/stored-log.ts";
import {
  lastChunkOf,
  newestEntries,
  storedLogTotals,
  unendedStoredLogs,
} from "../stored-logs/stored-log-reads.ts";
import {
  createStoredLogs,
  deleteStoredLogs,
  dropOldestStoredLogs,
  saveStoredLogs,
  type TrimmedLog,
  trimStoredLog,
} from "../stored-logs/stored-log-writes.ts";
import type { LogHub } from "../streams/log-hub.ts";
import { FollowedLog } from "./followed-log.ts";
import { logsToDelete, logsToStore } from "./logs-to-store.ts";

export interface LogRecorderDeps {
  db: Database;
  /** Writes under the lease; rejects when another replica holds it. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  hub: LogHub;
  evidence: Evidence;
  /** Whether the API has the logs of a topic's kind; "unknown" counts as yes. */
  isOffered: (topic: LogTopic) => boolean;
  /** Called at each look for new logs. */
  viewed: () => void;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

/** The checkpoint with the recorder's report. */
export const logRecorderCheckpoint = "log_recorder";

const megabyte = 1_000_000;

export class LogRecorder {
  readonly #deps: LogRecorderDeps;
  readonly #followed = new Map<number, FollowedLog>();
  #cancel: () => void = () => {};
  #stopped = false;
  /** When each part of the work was last done, by the monotonic clock. */
  readonly #doneAtMs = { discover: Number.NEGATIVE_INFINITY, sortOut: 0, measure: Number.NEGATIVE_INFINITY };
  #waiting = 0;
  #deleted: LogRecorderReport["deleted"] = null;
  #failingSinceMs: number | null = null;

  constructor(deps: LogRecorderDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
    for (const log of this.#followed.values()) log.stop();
    this.#followed.clear();
  }

  #schedule(): void {
    this.#cancel = this.#deps.clock.later(paces.logRecorder.saveMs, () => void this.#run());
  }

  async #run(): Promise<void> {
    try {
      await this.turn();
      this.#failingSinceMs = null;
    } catch (error) {
      if (this.#failingSinceMs === null) this.#deps.report("logs could not be stored", error);
      this.#failingSinceMs ??= this.#deps.clock.nowMs();
    }
    if (!this.#stopped) this.#schedule();
  }

  /** One turn: what is due of finding, saving and deleting. Rejects when the store cannot be read or written. */
  async turn(): Promise<void> {
    const { discoverMs, sortOutEveryMs, measureEveryMs } = paces.logRecorder;
    if (this.#isDue("discover", discoverMs)) await this.#discover();
    await this.#save();
    if (this.#isDue("sortOut", sortOutEveryMs)) await this.#sortOut();
    if (this.#isDue("measure", measureEveryMs)) await this.#measure();
  }

  #isDue(work: "discover" | "sortOut" | "measure", everyMs: number): boolean {
    const nowMs = this.#deps.clock.monotonicMs();
    if (nowMs - this.#doneAtMs[work] < everyMs) return false;
    this.#doneAtMs[work] = nowMs;
    return true;
  }

  /** Adds what the rule names and is new, and follows every log that has not ended, also those of earlier leaders. */
  async #discover(): Promise<void> {
    const { db, write, clock, evidence, isOffered, viewed } = this.#deps;
    viewed();
    const nowMs = clock.nowMs();
    const found = (await logsToStore(db, nowMs - paces.logRecorder.lateMs)).filter(isOffered);
    const unended = await unendedStoredLogs(db, evidence.streams);
    const chosen = found.slice(0, evidence.streams - unended.length);
    this.#waiting = found.length - chosen.length;
    if (chosen.length > 0) {
      const created = await write((trx) => createStoredLogs(trx, chosen, nowMs));
      unended.push(...created);
    }
    for (const row of unended) await this.#follow(row);
    await this.#identify();
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

  async #follow(row: StoredLogRow): Promise<void> {
    if (this.#followed.has(row.id)) return;
    const { db, hub, clock } = this.#deps;
    const lastChunk = await lastChunkOf(db, row.id);
    if (this.#stopped) return;
    const log = new FollowedLog(row, lastChunk, {
      hub,
      newest: () => newestEntries(db, row.id, liveBounds.ringLines),
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

  async #save(): Promise<void> {
    const changed = [...this.#followed.values()].filter((log) => log.isChanged);
    if (changed.length === 0) return;
    const unsaved = changed.map((log) => ({ log, ...log.unsaved() }));
    try {
      const trimmed = await this.#deps.write(async (trx) => {
        await saveStoredLogs(trx, dialectOf(this.#deps.db), unsaved);
        const maxBytes = this.#deps.evidence.sessionMb * megabyte;
        const gone: (TrimmedLog | undefined)[] = [];
        for (const { row } of unsaved) gone.push(await trimStoredLog(trx, row, maxBytes));
        return gone;
      });
      for (const [at, log] of changed.entries()) {
        log.saved();
        const gone = trimmed[at];
        if (gone === undefined) continue;
        log.trimmed(gone.bytes, gone.oldest);
        this.#noteDeleted({ logs: 0, lines: gone.lines, why: "session_size" });
      }
    } catch (error) {
      for (const log of changed) log.failed();
      throw error;
    }
    for (const [id, log] of this.#followed) if (log.isOver && !log.isChanged) this.#followed.delete(id);
  }

  async #sortOut(): Promise<void> {
    const { db, write, clock, evidence } = this.#deps;
    const { sortOutAfterMs, sortOutWithinMs } = paces.logRecorder;
    const nowMs = clock.nowMs();
    const ended = { fromMs: nowMs - sortOutWithinMs, toMs: nowMs - sortOutAfterMs };
    const ids = await logsToDelete(db, evidence.logs, ended);
    if (ids.length > 0) await write((trx) => deleteStoredLogs(trx, ids, nowMs));
  }

  /** Deletes the oldest logs while all of them are too large, and writes the report. */
  async #measure(): Promise<void> {
    const { db, write, clock, evidence } = this.#deps;
    const { stored_bytes: storedBytes } = await storedLogTotals(db);
    const over = storedBytes - evidence.maxMb * megabyte;
    const dropped =
      over > 0 ? await write((trx) => dropOldestStoredLogs(trx, over, clock.nowMs())) : undefined;
    if (dropped !== undefined) this.#noteDeleted({ logs: dropped.logs, lines: 0, why: "total_size" });
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
