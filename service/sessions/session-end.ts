// The end of a session: once, for one reason, with its profile saved, its processes gone and its folder removed.
import { type ProfileState, readProfileState } from "../chromium/profile-state.ts";
import type { Clock } from "../kernel/clock.ts";
import { within } from "../kernel/clock.ts";
import { gracePeriods, type Paces } from "../kernel/paces.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { reportCrash, reportNetworkLoss } from "./crash-telemetry.ts";
import type { LiveSession, LiveSessions } from "./live-sessions.ts";
import type { Session, SessionProfile } from "./session.ts";
import type { EndReason, SessionRows } from "./session-rows.ts";

const saveTimeoutMs = 20_000;
// Shorter, because the shutdown of the service has a time limit of its own.
const saveAtShutdownTimeoutMs = 8_000;
const endingListenersTimeoutMs = 10_000;

export type EndListener = (session: Session, reason: EndReason) => void;
export type EndingListener = (session: Session, reason: EndReason) => Promise<unknown>;

export interface SessionEndsDeps {
  live: LiveSessions;
  rows: SessionRows;
  telemetry: Telemetry;
  clock: Clock;
  paces: Paces;
  /** Receives the state of a profile opened with `saveChanges` when its session ends. */
  onProfileState: (profile: SessionProfile, state: ProfileState) => Promise<void> | void;
  /** Receives errors that no caller awaits. */
  report: (error: unknown) => void;
}

/** Ends sessions and notifies the listeners of ends. */
export class SessionEnds {
  readonly #deps: SessionEndsDeps;
  readonly #listeners = new Set<EndListener>();
  readonly #endingListeners = new Set<EndingListener>();
  #isClosed = false;

  constructor(deps: SessionEndsDeps) {
    this.#deps = deps;
  }

  /** An end that is not recorded by now is when the service starts again. */
  close(): void {
    this.#isClosed = true;
  }

  /** Called after the end is complete. Returns a function that removes the listener. */
  onEnd(listener: EndListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Called when an end begins, after `closing` has aborted. The end waits for the listener's promise, at most
   * 10 seconds. Returns a function that removes the listener.
   */
  onEnding(listener: EndingListener): () => void {
    this.#endingListeners.add(listener);
    return () => this.#endingListeners.delete(listener);
  }

  /** Ends the session as crashed when its network ends: its pages would go on without one, and nobody would know why. */
  watchNetwork(live: LiveSession): void {
    const { session } = live;
    const onEnd = async () => {
      if (live.ending) return;
      session.chromium.process.note("the network of the session has ended");
      reportNetworkLoss(session);
      await this.end(live, "crashed");
    };
    session.instance.sandbox.networkEnded.then(onEnd).catch(this.#deps.report);
  }

  /** Resolves when the session has ended; concurrent calls share one end. */
  async end(live: LiveSession, reason: EndReason): Promise<void> {
    const { process, devtools } = live.session.chromium;
    // A caller that ends the session because its browser crashed may arrive before the exit event.
    if (!live.ending && !live.swapping && !devtools.isOpen) {
      await within(gracePeriods.exitNotificationMs, process.gone);
    }
    const crashed = !live.swapping && process.failed;
    live.ending ??= this.#finish(live, crashed ? "crashed" : reason);
    await live.ending;
  }

  async #finish(live: LiveSession, reason: EndReason): Promise<void> {
    const { session } = live;
    const { report } = this.#deps;
    // Recorded first: for every caller the session has ended, however long the clean-up takes.
    this.#record(session.id, this.#deps.clock.timestamp(), reason);
    session.markClosing();
    if (!live.swapping && session.chromium.process.failed) reportCrash(session, "running");
    // What follows is not done by its holder. A session that no client held is not remembered.
    const archived = this.#deps.telemetry.end(session.id, { discard: session.idle }).catch(report);
    const notified = this.#notifyEnding(session, reason);
    // Whoever started the restart handles its failure.
    await live.restarting?.catch(() => undefined);
    if (savesProfile(reason)) await this.#saveProfile(session, reason).catch(report);
    session.chromium.process.note(`the session ends: ${reason}`);
    session.devtools.close();
    await session.chromium.process.kill().catch(report);
    session.markEnded();
    await session.instance.destroy().catch(report);
    await Promise.all([notified, archived]);
    this.#deps.live.delete(session.id);
    for (const listener of this.#listeners) listener(session, reason);
  }

  /** Records an end; `report`s that it cannot be, and tries again until it is. */
  #record(id: string, at: string, reason: EndReason, report = this.#deps.report): void {
    const { rows, clock, paces } = this.#deps;
    try {
      rows.end(id, at, reason);
    } catch (error) {
      report(error);
      const retry = () => {
        if (!this.#isClosed) this.#record(id, at, reason, () => {});
      };
      clock.later(paces.store.retryMs, retry);
    }
  }

  /** Resolves when every ending listener has settled or the time limit has passed. */
  async #notifyEnding(session: Session, reason: EndReason): Promise<void> {
    const all = [...this.#endingListeners].map((listener) =>
      listener(session, reason).catch(this.#deps.report),
    );
    await within(endingListenersTimeoutMs, Promise.all(all));
  }

  async #saveProfile({ profile, pages, devtools }: Session, reason: EndReason): Promise<void> {
    if (!profile?.saveChanges) return;
    const loaded = profile.state?.origins.map(({ origin }) => origin) ?? [];
    const origins = [...new Set([...loaded, ...pages.origins])];
    const expired = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => expired.reject(new Error("saving a profile took too long")),
      reason === "shutdown" ? saveAtShutdownTimeoutMs : saveTimeoutMs,
    );
    try {
      const state = await Promise.race([readProfileState(devtools, origins), expired.promise]);
      await this.#deps.onProfileState(profile, state);
    } finally {
      clearTimeout(timer);
    }
  }
}

function savesProfile(reason: EndReason): boolean {
  switch (reason) {
    case "deleted":
    case "timeout":
    case "invocation_ended":
    case "shutdown":
      return true;
    case "crashed":
    case "pool_discarded":
    case "node_lost":
      return false;
  }
}
