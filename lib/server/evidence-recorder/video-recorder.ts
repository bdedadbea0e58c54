// Has living browsers record video by the rule of video, while this replica leads. The upstream stores the recordings.
import { LRUCache } from "lru-cache";
import { isOff } from "../../bff/evidence.ts";
import type { Clock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import type { AppliedEvidence } from "../evidence/evidence-settings.ts";
import { sessionsToStore } from "../evidence/sessions-to-store.ts";
import { livingSessions } from "../inventory/recorded-sessions.ts";
import { paces } from "../kernel/paces.ts";
import { PeriodicTask } from "../kernel/periodic-task.ts";
import { NotYet, SessionActs, usesOf } from "./session-acts.ts";

const mostSessions = 500;

export interface VideoRecorderDeps {
  db: Database;
  /** The settings that apply now. */
  readSettings: () => Promise<AppliedEvidence>;
  /** Ids of a browser's recordings that are not finished; rejects when they cannot be read. */
  running: (sessionId: string) => Promise<readonly string[]>;
  /** Starts a recording and returns its id, if the API gave one; rejects when it cannot. */
  start: (sessionId: string) => Promise<string | undefined>;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

/** The recordings of one use of a browser; see `usesOf`. */
interface RecordedUse {
  readonly use: string | undefined;
  readonly replays: readonly string[];
  /** Whether the browser was gone since. */
  isOver: boolean;
}

export class VideoRecorder {
  readonly #deps: VideoRecorderDeps;
  readonly #recorded = new LRUCache<string, RecordedUse>({ max: 2 * mostSessions });
  #uses: ReadonlyMap<string, string | undefined> = new Map();
  readonly #acts: SessionActs;
  readonly #work: PeriodicTask;

  constructor(deps: VideoRecorderDeps) {
    this.#deps = deps;
    this.#acts = new SessionActs({
      act: (id) => this.#record(id),
      report: (error) => deps.report("a recording could not be started by rule", error),
      clock: deps.clock,
    });
    this.#work = new PeriodicTask({
      everyMs: paces.evidenceRecorder.discoverMs,
      turn: () => this.look(),
      failure: "browsers to record could not be listed",
      clock: deps.clock,
      report: deps.report,
    });
  }

  start(): void {
    this.#work.start();
  }

  stop(): void {
    this.#work.stop();
  }

  /** Starts the recordings that the rule names. Rejects when the store cannot be read. */
  async look(): Promise<void> {
    const { db, readSettings } = this.#deps;
    const { settings } = await readSettings();
    const isWanted = !isOff(settings, "video");
    const living = isWanted ? await livingSessions(db, mostSessions) : [];
    if (isWanted) this.#noteGone(new Set(living.map(({ id }) => id)));
    const sessions = await sessionsToStore(db, settings, "video", living);
    this.#uses = await usesOf(db, sessions);
    this.#acts.retain(this.#uses);
    const recorded = sessions.filter((id) => this.#acts.isDone(id) || this.#acts.isEarly(id)).length;
    const due = sessions.filter((id) => this.#acts.isDue(id));
    for (const id of due.slice(0, Math.max(0, settings.streams - recorded))) {
      if (this.#work.isStopped) return;
      await this.#acts.run(id);
    }
  }

  #noteGone(living: ReadonlySet<string>): void {
    for (const [id, recorded] of this.#recorded.entries()) if (!living.has(id)) recorded.isOver = true;
  }

  /** Starts a recording unless there is one of this use: that of the one before may take a minute to finish. */
  async #record(sessionId: string): Promise<void> {
    const { running, start } = this.#deps;
    const use = this.#uses.get(sessionId);
    const before = this.#recorded.get(sessionId);
    const isNewUse = before?.isOver || (before?.use !== undefined && before.use !== use);
    const earlier = new Set(isNewUse ? before.replays : []);
    let replays = await running(sessionId);
    if (replays.length > 0 && replays.every((id) => earlier.has(id))) throw new NotYet();
    if (replays.length === 0) replays = [(await start(sessionId)) ?? []].flat();
    this.#recorded.set(sessionId, { use, replays, isOver: false });
  }
}
