// Has living browsers record video by the rule of video, while this replica leads. The upstream stores the recordings.
import { isOff } from "../../bff/evidence.ts";
import type { Clock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import type { AppliedEvidence } from "../evidence/evidence-settings.ts";
import { sessionsToStore } from "../evidence/sessions-to-store.ts";
import { livingSessions } from "../inventory/recorded-sessions.ts";
import { paces } from "../kernel/paces.ts";
import { RepeatedWork } from "../kernel/repeated-work.ts";
import { SessionActs, usesOf } from "./session-acts.ts";

const mostSessions = 500;

export interface VideoRecorderDeps {
  db: Database;
  /** The settings that apply now. */
  readSettings: () => Promise<AppliedEvidence>;
  /** Starts the recording of a browser that has none; rejects when it cannot. */
  record: (sessionId: string) => Promise<void>;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

export class VideoRecorder {
  readonly #deps: VideoRecorderDeps;
  readonly #acts: SessionActs;
  readonly #work: RepeatedWork;

  constructor(deps: VideoRecorderDeps) {
    this.#deps = deps;
    this.#acts = new SessionActs({
      act: deps.record,
      report: (error) => deps.report("a recording could not be started by rule", error),
      clock: deps.clock,
    });
    this.#work = new RepeatedWork({
      everyMs: paces.logRecorder.discoverMs,
      turn: () => this.look(),
      failure: "browsers to record could not be listed",
      ...{ clock: deps.clock, report: deps.report },
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
    const living = isOff(settings, "video") ? [] : await livingSessions(db, mostSessions);
    const sessions = await sessionsToStore(db, settings, "video", living);
    this.#acts.retain(await usesOf(db, sessions));
    const recorded = sessions.filter((id) => this.#acts.isDone(id)).length;
    const due = sessions.filter((id) => this.#acts.isDue(id));
    for (const id of due.slice(0, Math.max(0, settings.streams - recorded))) {
      if (this.#work.isStopped) return;
      await this.#acts.run(id);
    }
  }
}
