// Stores pictures of pages by the rule of pictures, while this replica leads: takes them out of the telemetry of living
// browsers, and has the browsers capture them.

import { type EvidenceSettings, isOff } from "../../bff/evidence.ts";
import { dayMs } from "../../bff/time-units.ts";
import type { Clock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import type { AppliedEvidence } from "../evidence/evidence-settings.ts";
import { sessionsStillToStore, sessionsToDelete, sessionsToStore } from "../evidence/sessions-to-store.ts";
import {
  endedSessions,
  type LivingSession,
  livingSessions,
  sessionsEndedBefore,
} from "../inventory/recorded-sessions.ts";
import { paces } from "../kernel/paces.ts";
import { DueParts, PeriodicTask } from "../kernel/periodic-task.ts";
import { havingPictures } from "../pictures/picture-reads.ts";
import { addPictures, deletePicturesOf, trimPictures } from "../pictures/picture-writes.ts";
import { storedLogsOf } from "../stored-logs/stored-log-reads.ts";
import type { LogHub } from "../streams/log-hub.ts";
import type { PagePicture } from "../streams/telemetry-pictures.ts";
import { EndedSessionsProgress } from "./ended-sessions-progress.ts";
import { SessionActs, usesOf } from "./session-acts.ts";
import { telemetryTopic, WatchedBrowsers } from "./watched-browsers.ts";

export interface PictureRecorderDeps {
  db: Database;
  /** Writes under the lease; rejects when another replica holds it. */
  write: <T>(work: (trx: Database) => Promise<T>) => Promise<T>;
  hub: LogHub;
  /** The settings that apply now. */
  readSettings: () => Promise<AppliedEvidence>;
  /** Whether the API has telemetry; "unknown" counts as yes. */
  isOffered: () => boolean;
  /** Has a browser capture pictures; rejects when it cannot. */
  capture: (sessionId: string) => Promise<void>;
  clock: Clock;
  report: (what: string, error: unknown) => void;
}

const megabyte = 1_000_000;
const mostSessions = 500;
const mostReviewed = 5_000;
/** Pictures that wait for the store; beyond this the oldest are left out. */
const maxWaitingBytes = 32 * megabyte;
const idsOf = (sessions: readonly LivingSession[]) => new Set(sessions.map(({ id }) => id));

/** A picture that is not saved yet. */
interface WaitingPicture {
  readonly picture: PagePicture;
  /** Whether a rule names its browser; it waits for the look that decides it. */
  readonly isWanted: boolean;
}

export class PictureRecorder {
  readonly #deps: PictureRecorderDeps;
  readonly #watched: WatchedBrowsers;
  readonly #captures: SessionActs;
  /** Browsers that are to capture pictures, as of the last look. */
  #toCapture: ReadonlySet<string> = new Set();
  readonly #progress: EndedSessionsProgress;
  #waiting: WaitingPicture[] = [];
  #waitingBytes = 0;
  readonly #work: PeriodicTask;
  /** Besides the other work: pictures wait for the store in memory, and the API may take long to answer. */
  readonly #capturing: PeriodicTask;
  readonly #due: DueParts<"look" | "review">;
  #endPictures: () => void = () => {};
  /** As of the last look. */
  #applied: AppliedEvidence | undefined;

  constructor(deps: PictureRecorderDeps) {
    this.#deps = deps;
    this.#watched = new WatchedBrowsers(deps);
    this.#captures = new SessionActs({
      act: deps.capture,
      report: (error) => deps.report("a browser could not be made to capture pictures", error),
      clock: deps.clock,
    });
    this.#progress = new EndedSessionsProgress("pictures_sorted_out", deps);
    this.#due = new DueParts(deps.clock);
    this.#work = new PeriodicTask({
      everyMs: paces.evidenceRecorder.saveMs,
      turn: () => this.turn(),
      failure: "pictures could not be stored",
      clock: deps.clock,
      report: deps.report,
    });
    this.#capturing = new PeriodicTask({
      everyMs: paces.evidenceRecorder.saveMs,
      turn: () => this.capture(),
      failure: "browsers could not be made to capture pictures",
      clock: deps.clock,
      report: deps.report,
    });
  }

  start(): void {
    this.#endPictures = this.#deps.hub.onPicture((picture) => this.#take(picture));
    this.#work.start();
    this.#capturing.start();
  }

  stop(): void {
    this.#work.stop();
    this.#capturing.stop();
    this.#endPictures();
    this.#watched.releaseAll();
  }

  /** One turn: what is due of finding, saving and deleting. Rejects when the store cannot be read or written. */
  async turn(): Promise<void> {
    const { discoverMs, reviewEveryMs } = paces.evidenceRecorder;
    const looks = this.#due.take("look", discoverMs);
    if (looks || this.#applied === undefined) this.#applied = await this.#deps.readSettings();
    const applied = this.#applied;
    if (looks) await this.#look(applied.settings);
    await this.#save(applied.settings);
    if (this.#due.take("review", reviewEveryMs)) await this.#reviewEnded(applied);
  }

  /** Has the browsers that the last look found capture pictures, where that is due; never rejects. */
  async capture(): Promise<void> {
    for (const id of [...this.#toCapture]) {
      if (this.#work.isStopped) return;
      if (this.#toCapture.has(id)) await this.#captures.run(id);
    }
  }

  #take(picture: PagePicture): void {
    this.#waiting.push({ picture, isWanted: this.#watched.has(picture.sessionId) });
    this.#waitingBytes += picture.png.byteLength;
    while (this.#waitingBytes > maxWaitingBytes)
      this.#waitingBytes -= this.#waiting.shift()?.picture.png.byteLength ?? 0;
  }

  /** Replaces the pictures that wait. */
  #wait(waiting: readonly WaitingPicture[]): void {
    this.#waiting = [...waiting];
    this.#waitingBytes = waiting.reduce((sum, { picture }) => sum + picture.png.byteLength, 0);
  }

  /**
   * Leaves out pictures of browsers that no rule names, whose telemetry is read for another purpose. Others need not be
   * watched: the telemetry of a browser that was gone before a look found it has pictures, too.
   */
  async #sortWaiting(settings: EvidenceSettings): Promise<void> {
    const undecided = new Set(
      this.#waiting.flatMap(({ picture, isWanted }) => (isWanted ? [] : picture.sessionId)),
    );
    const named = new Set(
      this.#deps.isOffered()
        ? await sessionsStillToStore(this.#deps.db, settings, "pictures", await this.#current([...undecided]))
        : [],
    );
    const sorted = this.#waiting.map(({ picture, isWanted }) => ({
      picture,
      isWanted: isWanted || named.has(picture.sessionId),
    }));
    this.#wait(sorted.filter(({ picture, isWanted }) => isWanted || !undecided.has(picture.sessionId)));
  }

  /**
   * Leaves out browsers that ended too long ago for telemetry to be stored: it is read for a viewer, and their pictures may
   * have been deleted. One that was used again unseen has its telemetry stored now or had it until lately.
   */
  async #current(sessionIds: readonly string[]): Promise<string[]> {
    const { db, clock } = this.#deps;
    const sinceMs = clock.nowMs() - paces.evidenceRecorder.endedLateMs;
    const over = new Set(await sessionsEndedBefore(db, sessionIds, sinceMs));
    const logs = await storedLogsOf(db, [...over].map(telemetryTopic));
    for (const { session_id: id, ended_at_ms: endedMs } of logs)
      if (endedMs === null || endedMs >= sinceMs) over.delete(id ?? "");
    return sessionIds.filter((id) => !over.has(id));
  }

  async #look(settings: EvidenceSettings): Promise<void> {
    const { db } = this.#deps;
    const isWanted = this.#deps.isOffered() && !isOff(settings, "pictures");
    const living = isWanted || this.#watched.size > 0 ? await livingSessions(db, mostSessions) : [];
    const chosen = new Set(isWanted ? await sessionsToStore(db, settings, "pictures", living) : []);
    const wanted = living.filter(({ id }) => chosen.has(id));
    this.#captures.retain(await usesOf(db, [...idsOf(wanted)]));
    const taken = this.#choose(wanted, settings.streams);
    const capturing = taken.filter(({ telemetry }) => telemetry.includes("screenshot"));
    if (!this.#work.isStopped) this.#watched.watchAll(capturing.map(({ id }) => id));
    this.#toCapture = idsOf(taken.filter(({ telemetry }) => !telemetry.includes("screenshot")));
    await this.#sortWaiting(settings);
    this.#watched.leave(idsOf(taken), idsOf(living));
  }

  /**
   * The browsers to follow, with those that are left soon at most `streams`. Those that are followed stay so, whichever was
   * seen last, but one whose telemetry is refused or has no pictures any more only until another waits. One that cannot be
   * made to capture pictures now has no place.
   */
  #choose(wanted: readonly LivingSession[], streams: number): LivingSession[] {
    const capturing = new Set(
      wanted.flatMap(({ id, telemetry }) => (telemetry.includes("screenshot") ? id : [])),
    );
    this.#watched.noteRefused(idsOf(wanted), capturing);
    const leaving = this.#watched.countWithout(idsOf(wanted));
    return wanted
      .filter(({ id }) => capturing.has(id) || this.#captures.isDone(id) || this.#captures.isDue(id))
      .toSorted((a, b) => this.#watched.rankOf(a.id) - this.#watched.rankOf(b.id))
      .slice(0, Math.max(0, streams - leaving));
  }

  async #save(settings: EvidenceSettings): Promise<void> {
    const waiting = this.#waiting.filter(({ isWanted }) => isWanted);
    if (waiting.length === 0) return;
    const keptSinceMs = this.#deps.clock.nowMs() - settings.days * dayMs;
    const rows = waiting
      .map(({ picture: { sessionId, atMs, reason, url, png } }) => ({
        session_id: sessionId,
        at_ms: Math.round(atMs),
        reason,
        url,
        png,
      }))
      // The history of a browser that lives for longer has pictures which have expired.
      .filter(({ at_ms: atMs }) => atMs >= keptSinceMs);
    await this.#deps.write(async (trx) => {
      await addPictures(trx, rows);
      for (const id of new Set(rows.map(({ session_id: session }) => session)))
        await trimPictures(trx, id, settings.session_mb * megabyte);
    });
    const saved = new Set(waiting);
    this.#wait(this.#waiting.filter((picture) => !saved.has(picture)));
  }

  /** Deletes the pictures of browsers that have ended and that no rule names, but those from before the rules were changed. */
  async #reviewEnded({ settings, set_at_ms: changedMs }: AppliedEvidence): Promise<void> {
    const { db, write } = this.#deps;
    const range = await this.#progress.range();
    const ended = await endedSessions(db, { ...range, limit: mostReviewed });
    const sessions = await havingPictures(
      db,
      ended.map(({ id }) => id),
      changedMs ?? 0,
    );
    const unnamed = await sessionsToDelete(db, settings, "pictures", sessions);
    if (unnamed.length > 0) await write((trx) => deletePicturesOf(trx, unnamed, changedMs ?? 0));
    const lastEndedMs = ended.at(-1)?.ended_at_ms ?? undefined;
    await this.#progress.reached(range, { count: ended.length, limit: mostReviewed, lastEndedMs });
  }
}
