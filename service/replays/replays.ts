// Recordings of sessions from start to removal. A recording is finished once its video is final. It outlives its
// session until it is too old, or all recordings together are too large.

import { randomUUID } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { type Replay, replayFramerate } from "../../lib/contract/replays.ts";
import { Backoff } from "../kernel/backoff.ts";
import { type Clock, formatNanoseconds, within } from "../kernel/clock.ts";
import { FileRetention } from "../kernel/file-retention.ts";
import type { Paces } from "../kernel/paces.ts";
import { conflict, notFound, notImplemented, shuttingDown, tooMany } from "../kernel/problem.ts";
import { Retries } from "../kernel/retries.ts";
import type { Store } from "../kernel/store.ts";
import { unknownSession } from "../sessions/live-sessions.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionTokens } from "../sessions/session-tokens.ts";
import { type FindFfmpeg, withoutFfmpeg } from "./find-ffmpeg.ts";
import { Recorder } from "./recorder.ts";
import { type ReplayRecord, ReplayRows } from "./replay-rows.ts";
import { VideoFiles } from "./video-files.ts";

const maxPerSession = 4;
const maxConcurrent = 16;
const retryAfterSeconds = 5;
const closeTimeoutMs = 8000;
const finalTimeoutMs = 10_000;

export interface ReplayLimits {
  /** How many days a finished recording is stored. */
  keepDays: number;
  /** The maximum size of all finished recordings; the oldest are deleted first. */
  keepBytes: number;
  /** A recording stops at this size. */
  maxFileBytes: number;
}

export const standardReplayLimits: ReplayLimits = {
  keepDays: 7,
  keepBytes: 5_000_000_000,
  maxFileBytes: 500_000_000,
};

export interface ReplaysDeps {
  store: Store;
  dataDir: string;
  clock: Clock;
  paces: Paces;
  findFfmpeg: FindFfmpeg;
  limits: ReplayLimits;
  tokens: SessionTokens;
  /** The service's public URL without a trailing slash. */
  publicUrl: () => string;
  /** Receives errors of background work. */
  report: (error: unknown) => void;
}

export interface ReplayOptions {
  /** Picture changes per second. */
  framerate?: number | undefined;
  maxDurationSeconds?: number | undefined;
}

/** A finished recording with its video's file, which the caller closes. */
export interface FinishedReplay {
  record: ReplayRecord;
  video: FileHandle;
}

interface Running {
  sessionId: string;
  recorder: Recorder;
  options: ReplayOptions;
  /** Resolves when the recording is finished, or could not be at first; never rejects. */
  finished: Promise<void>;
  stopped: boolean;
}

/** Starts, stops, finishes and serves recordings and deletes old ones. */
export class Replays {
  readonly #deps: ReplaysDeps;
  readonly #rows: ReplayRows;
  readonly #files: VideoFiles;
  readonly #retention: FileRetention;
  /** What could not be stored, by the recording's id. */
  readonly #retries: Retries;
  readonly #running = new Map<string, Running>();
  /** Session ids of recordings that are starting. */
  readonly #starting = new Map<Promise<Replay>, string>();
  #leftovers: Promise<void> = Promise.resolve();
  /** Later attempts to make videos final that are under way. */
  readonly #finishing = new Set<Promise<void>>();
  readonly #aborted = new AbortController();
  #closed = false;

  private constructor(deps: ReplaysDeps, files: VideoFiles) {
    this.#deps = deps;
    this.#rows = new ReplayRows(deps.store);
    this.#files = files;
    const { clock, paces, limits, report } = deps;
    this.#retention = new FileRetention({
      what: "recording",
      limits,
      finished: () =>
        this.#rows.finished().map(({ id, started_at, finished_at, size_bytes }) => ({
          id,
          finishedAt: finished_at ?? started_at,
          sizeBytes: size_bytes ?? 0,
        })),
      written: (id) => this.#files.recordedUntilMs(id),
      remove: async (id) => {
        this.#rows.remove(id);
        await this.#files.remove(id);
      },
      clock,
      everyMs: paces.replays.retentionCheckMs,
      report,
    });
    this.#retries = new Retries({ clock, report, intervalMs: paces.store.retryMs });
  }

  /** Removes expired recordings and starts finishing those that an earlier process left. */
  static async open(deps: ReplaysDeps): Promise<Replays> {
    const files = await VideoFiles.open(join(deps.dataDir, "replays"), deps.paces.instances);
    const replays = new Replays(deps, files);
    await replays.#files.removeAllBut((id) => replays.#rows.find(id) !== undefined);
    await replays.#retention.start();
    replays.#leftovers = replays.#finishLeftovers();
    return replays;
  }

  /**
   * Starts a recording. Throws 501 without ffmpeg, 409 or 429 when too many run, 404 when the session ends meanwhile,
   * 503 during shutdown.
   */
  async start(session: Session, options: ReplayOptions): Promise<Replay> {
    const ffmpegPath = await this.#ffmpegFor(session);
    if (this.#closed) throw shuttingDown();
    this.#checkCapacity(session.id);
    const starting = this.#record(session, options, ffmpegPath);
    this.#starting.set(starting, session.id);
    try {
      return await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  /**
   * Stops the running recordings of a session whose window got another size, and starts one for each that goes on in that
   * size for the time it had left.
   */
  split(session: Session): void {
    const { holding } = session;
    for (const { sessionId, recorder, stopped, options } of this.#running.values()) {
      if (sessionId !== session.id || stopped || this.#closed) continue;
      const { remainingMs } = recorder;
      recorder.stop();
      if (remainingMs <= 0) continue;
      const rest = Number.isFinite(remainingMs) ? { maxDurationSeconds: remainingMs / 1000 } : {};
      const going = this.#continue(session, { ...options, ...rest });
      this.#starting.set(going, session.id);
      going
        .catch((error: unknown) => {
          // It ended meanwhile.
          if (!holding.aborted) this.#deps.report(error);
        })
        .finally(() => this.#starting.delete(going));
    }
  }

  /** Newest first; empty for a session that was never recorded. */
  ofSession(sessionId: string): Replay[] {
    return this.#rows.ofSession(sessionId).map((record) => this.#describe(record));
  }

  /** Stops a recording; resolves when its video is final, or could not be made so at first. Idempotent. 404. */
  async stop(sessionId: string, id: string): Promise<void> {
    const { finished_at } = this.#of(sessionId, id);
    const running = this.#running.get(id);
    running?.recorder.stop();
    if (running) await running.finished;
    else if (finished_at === null) await this.#leftovers;
  }

  /** Opens a finished recording of a session; undefined while it is being recorded. 404. */
  async open(sessionId: string, id: string): Promise<FinishedReplay | undefined> {
    this.#of(sessionId, id);
    return await this.openAny(id);
  }

  /** Opens a finished recording by its id alone, for requests to its signed address. */
  async openAny(id: string): Promise<FinishedReplay | undefined> {
    const running = this.#running.get(id);
    if (running?.stopped) await within(finalTimeoutMs, running.finished);
    const record = this.#rows.find(id);
    if (!record) throw unknownReplay(id);
    if (record.finished_at === null) return undefined;
    const video = await this.#files.read(id);
    if (!video) throw withoutVideo(record);
    return { record, video };
  }

  /** The ids of sessions that have recordings, each once. */
  sessionIds(): string[] {
    return this.#rows.sessionIds();
  }

  find(id: string): ReplayRecord | undefined {
    return this.#rows.find(id);
  }

  /** Resolves when every running recording of a session is finished, or could not be at first. */
  async settled(sessionId: string): Promise<void> {
    const all = [...this.#running.values()].filter((running) => running.sessionId === sessionId);
    await Promise.all(all.map(({ finished }) => finished));
  }

  /** Stops and finishes all recordings; those that take too long are finished by the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#retries.close();
    this.#retention.close();
    await within(closeTimeoutMs, Promise.allSettled(this.#starting.keys()));
    const all = [...this.#running.values()];
    for (const { recorder } of all) recorder.stop();
    const finished = Promise.all(all.map((running) => running.finished));
    await within(closeTimeoutMs, finished);
    this.#aborted.abort();
    for (const { recorder } of this.#running.values()) recorder.kill();
    await Promise.all([finished, this.#leftovers, ...this.#finishing]);
  }

  async #record(session: Session, options: ReplayOptions, ffmpegPath: string): Promise<Replay> {
    const id = randomUUID();
    const { limits, clock } = this.#deps;
    const recorder = await Recorder.start({
      session,
      ffmpegPath,
      file: this.#files.recording(id),
      framerate: options.framerate ?? replayFramerate.standard,
      blankSize: session.record.viewport,
      maxDurationMs: (options.maxDurationSeconds ?? Number.POSITIVE_INFINITY) * 1000,
      maxBytes: Math.min(limits.maxFileBytes, limits.keepBytes),
      clock,
    });
    if (!recorder) throw unknownSession(session.id);
    const record = { id, session_id: session.id, started_at: recorder.startedAt };
    try {
      this.#rows.insert(record);
    } catch (error) {
      recorder.kill();
      throw error;
    }
    const running: Running = {
      sessionId: session.id,
      recorder,
      options,
      stopped: false,
      finished: this.#finish(id, recorder, ffmpegPath),
    };
    void recorder.stopped.then(() => {
      running.stopped = true;
    });
    this.#running.set(id, running);
    return this.#describe({ ...record, finished_at: null, size_bytes: null });
  }

  async #continue(session: Session, options: ReplayOptions): Promise<Replay> {
    const ffmpegPath = await this.#ffmpegFor(session);
    return await this.#record(session, options, ffmpegPath);
  }

  /** Finding it takes seconds at first: the session may have another holder then. */
  async #ffmpegFor({ id, holding }: Session): Promise<string> {
    const ffmpegPath = await this.#deps.findFfmpeg();
    if (ffmpegPath === undefined) throw notImplemented(withoutFfmpeg);
    if (holding.aborted) throw unknownSession(id);
    return ffmpegPath;
  }

  #checkCapacity(sessionId: string): void {
    const running = [...this.#running.values()].map((one) => one.sessionId);
    const sessions = [...running, ...this.#starting.values()];
    if (sessions.filter((id) => id === sessionId).length >= maxPerSession) {
      throw conflict(`${maxPerSession} recordings of this session are already running; stop one first`);
    }
    if (sessions.length >= maxConcurrent) {
      throw tooMany(`${maxConcurrent} recordings are already running; stop one or wait`, retryAfterSeconds);
    }
  }

  async #finish(id: string, recorder: Recorder, ffmpegPath: string): Promise<void> {
    try {
      const finishedAt = await recorder.stopped;
      const incomplete = await recorder.finish();
      if (incomplete && !this.#aborted.signal.aborted) {
        this.#deps.report(new Error(`recording ${id} may lack its end`, { cause: incomplete }));
      }
      await this.#makeFinal(id, finishedAt, ffmpegPath);
      await this.#retention.removeOld();
    } catch (error) {
      if (!this.#aborted.signal.aborted) this.#deps.report(error);
    } finally {
      this.#running.delete(id);
    }
  }

  async #finishLeftovers(): Promise<void> {
    const leftovers: ReplayRecord[] = [];
    for (const record of this.#rows.withoutVideo()) {
      // Another machine on the same database may have finished one without what is here.
      const isHere = (await this.#files.recordedUntilMs(record.id)) !== undefined;
      if (isHere || record.finished_at === null) leftovers.push(record);
    }
    if (leftovers.length === 0) return;
    const ffmpegPath = await this.#deps.findFfmpeg();
    for (const { id, started_at } of leftovers) {
      const startedMs = Date.parse(started_at);
      const untilMs = Math.max(startedMs, (await this.#files.recordedUntilMs(id)) ?? startedMs);
      const finishedAt =
        untilMs === startedMs ? started_at : formatNanoseconds(BigInt(Math.round(untilMs)) * 1_000_000n);
      await this.#makeFinal(id, finishedAt, ffmpegPath);
      if (this.#aborted.signal.aborted) return;
    }
  }

  /**
   * Makes a video final and stores that. Resolves after the first attempt: neither a stop nor the end of a session waits for
   * room on the disk. Its error is reported, and others follow until one succeeds or the service stops.
   */
  async #makeFinal(id: string, finishedAt: string, ffmpegPath: string | undefined): Promise<void> {
    const { signal } = this.#aborted;
    const attempt = async (report: (error: unknown) => void) => {
      try {
        const sizeBytes = await this.#files.finish(id, ffmpegPath, signal);
        void this.#retries.run(id, () => this.#rows.finish(id, finishedAt, sizeBytes));
      } catch (error) {
        if (signal.aborted) return;
        report(error);
        backoff.begin();
      }
    };
    const backoff = new Backoff(this.#deps.clock, () => {
      if (signal.aborted) return;
      const later = attempt(() => {}).finally(() => this.#finishing.delete(later));
      this.#finishing.add(later);
    });
    await attempt(this.#deps.report);
  }

  /** 404 for an unknown recording and for one of another session. */
  #of(sessionId: string, id: string): ReplayRecord {
    const record = this.#rows.find(id);
    if (record?.session_id !== sessionId) throw unknownReplay(id);
    return record;
  }

  #describe({ id, session_id: sessionId, started_at, finished_at }: ReplayRecord): Replay {
    const query = new URLSearchParams({ jwt: this.#deps.tokens.signReplay(id, sessionId), replay_id: id });
    return {
      replay_id: id,
      started_at,
      finished_at,
      replay_view_url: `${this.#deps.publicUrl()}/browser/replay?${query}`,
    };
  }
}

const withoutVideo = ({ size_bytes: sizeBytes }: ReplayRecord) =>
  notFound(
    sizeBytes === 0
      ? "a video: the recording ended before its first second, or another machine has it; it"
      : "the video, which stays on the machine that recorded it,",
  );
const unknownReplay = (id: string) => notFound(`a replay ${id} of this session`);
