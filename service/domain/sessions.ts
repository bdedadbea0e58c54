// Browser sessions from creation to end. The only place that starts or ends one; each ends exactly once,
// for one reason, with no process and no folder left, and stays on record.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "../../lib/contract/browsers.ts";
import { type Paging, pagingOf } from "../../lib/contract/paging.ts";
import type { ChromiumOptions } from "../chromium/launch.ts";
import { type ProfileState, readProfileState, writeProfileState } from "../chromium/profile-state.ts";
import { type BrowserStart, type RunningBrowser, startBrowser } from "../chromium/running-browser.ts";
import { resizeWindows } from "../chromium/windows.ts";
import { type ExtensionSource, placeExtensions } from "../instance/extension-folders.ts";
import { Instance } from "../instance/instance.ts";
import type { Exit } from "../instance/supervisor.ts";
import { graces, type Paces } from "../paces.ts";
import {
  type EndReason,
  type SessionListStatus,
  type SessionRecord,
  SessionRows,
} from "../store/session-rows.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import { extensionProblems } from "./extension-problems.ts";
import { newId } from "./ids.ts";
import { notFound, Problem, tooMany } from "./problem.ts";
import { Session, type SessionOptions, type SessionProfile } from "./session.ts";
import { reloaded, renewed } from "./session-restart.ts";
import type { SessionTokens } from "./session-tokens.ts";
import { sweepInstances } from "./sweep.ts";
import { type AskedViewport, settledViewport, type Viewport } from "./viewport.ts";

const saveTimeoutMs = 20_000;
// The service itself has to be gone in time.
const saveAtShutdownTimeoutMs = 8_000;
const retryAfterSeconds = 5;
const finishTimeoutMs = 10_000;
const maxRestarts = 5;
const restartsWithinMs = 60_000;

export interface SessionsDeps {
  store: Store;
  dataDir: string;
  chromiumPath: string;
  maxBrowsers: number;
  clock: Clock;
  paces: Paces;
  tokens: SessionTokens;
  /** The address clients use, without a slash at its end. */
  publicUrl: () => string;
  /** Gets the state of a profile opened with `saveChanges` when its session ends. */
  onProfileState: (profile: SessionProfile, state: ProfileState) => Promise<void> | void;
  /** Gets faults that nobody waits for. */
  report: (error: unknown) => void;
}

export type EndListener = (session: Session, reason: EndReason) => void;
export type EndingListener = (session: Session, reason: EndReason) => Promise<unknown>;

/** What is left out stays as it is. */
export interface SessionChanges {
  /** Null goes without a proxy. */
  proxy?: { id: string; url: string } | null;
  profile?: SessionProfile;
  viewport?: AskedViewport;
}

interface Live {
  session: Session;
  /** How its browser is started, the next time too. */
  settings: ChromiumOptions & { viewport: Viewport };
  launch: (start: BrowserStart) => Promise<RunningBrowser>;
  /** Its browser is being started again on purpose: that the old one exits is no crash. */
  swapping: boolean;
  /** Of its creation. */
  extensions: readonly ExtensionSource[];
  /** When its browser was started again, epoch milliseconds. */
  restartsMs: number[];
  restarting?: Promise<void>;
  ending?: Promise<void>;
}

export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #rows: SessionRows;
  readonly #instancesDir: string;
  readonly #live = new Map<string, Live>();
  readonly #listeners = new Set<EndListener>();
  readonly #endingListeners = new Set<EndingListener>();
  readonly #starting = new Set<Promise<unknown>>();
  #stopChecking: () => void = () => undefined;
  #closed = false;

  private constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#rows = new SessionRows(deps.store);
    this.#instancesDir = join(deps.dataDir, "instances");
  }

  /** Clears away what an earlier run left and starts watching for time-outs. */
  static async open(deps: SessionsDeps): Promise<Sessions> {
    const sessions = new Sessions(deps);
    await mkdir(sessions.#instancesDir, { recursive: true, mode: 0o700 });
    await sweepInstances(sessions.#instancesDir, deps.paces.instances.sweepRoundsMs);
    sessions.#rows.endAll(deps.clock.timestamp(), "shutdown");
    sessions.#checkTimeouts();
    return sessions;
  }

  /** A session whose DevTools is ready and whose profile is loaded. 429 when no more browsers fit. */
  async create(options: SessionOptions): Promise<Session> {
    if (this.#closed) throw new Problem(503, "unavailable", "the service is shutting down");
    if (this.liveCount >= this.#deps.maxBrowsers) {
      throw tooMany(
        `all ${this.#deps.maxBrowsers} browsers of this service are in use; delete one or wait`,
        retryAfterSeconds,
      );
    }
    const starting = this.#start(options);
    this.#starting.add(starting);
    try {
      return await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  /** A living session that is in someone's hands: not one that waits in its pool, nor one that is ending. */
  find(id: string): Session | undefined {
    const live = this.#live.get(id);
    return live && !live.ending && !live.session.idle ? live.session : undefined;
  }

  /** The living session that a client knows by an identifier of its own. */
  findPersistent(persistenceId: string): Session | undefined {
    for (const { session } of this.#live.values()) {
      if (session.record.persistence_id === persistenceId && this.find(session.id)) return session;
    }
    return undefined;
  }

  /** What is on record of a session, ended ones included. */
  record(id: string): SessionRecord | undefined {
    const record = this.#rows.find(id);
    return record?.idle ? undefined : record;
  }

  /** Newest first. */
  list(filter: { status: SessionListStatus; query?: string | undefined; limit: number; offset: number }): {
    items: Browser[];
    paging: Paging;
  } {
    const { limit, offset } = filter;
    const found = this.#rows.list({ ...filter, limit: limit + 1 });
    const items = found.slice(0, limit).map((record) => this.describe(record));
    return { items, paging: pagingOf({ limit, offset, count: items.length, hasMore: found.length > limit }) };
  }

  /** Living sessions that belong to an invocation, oldest first. */
  ofInvocation(invocationId: string): Session[] {
    return [...this.#live.values()]
      .filter((live) => !live.ending && !live.session.idle && live.session.invocationId === invocationId)
      .map((live) => live.session);
  }

  /** Hands a session to a new holder (or back to its pool); connections and addresses of the last one end. */
  assign(id: string, to: { idle: boolean; invocationId?: string; poolId?: string }): void {
    const live = this.#live.get(id);
    if (!live || live.ending) return;
    const { idle, invocationId = null, poolId = null } = to;
    this.#rows.assign(id, { idle, invocationId, poolId });
    live.session.handOver({ ...live.session.record, idle, invocation_id: invocationId, pool_id: poolId });
  }

  /**
   * Sets a living session up otherwise. Another size takes effect at once; another proxy takes another browser,
   * with the tabs, cookies and storage of the first: open connections to it end. Call it exclusively.
   */
  async change(session: Session, to: SessionChanges): Promise<void> {
    await session.ready;
    const live = this.#live.get(session.id);
    if (live?.session !== session || live.ending) throw sessionEnded(session.id);
    const { settings } = live;
    if (to.viewport) settings.viewport = settledViewport(to.viewport);
    const proxyId = to.proxy === undefined ? session.record.proxy_id : (to.proxy?.id ?? null);
    const moves = proxyId !== session.record.proxy_id;
    if (moves) settings.proxyUrl = to.proxy?.url;
    const record = {
      ...session.record,
      viewport: settings.viewport,
      proxy_id: proxyId,
      ...(to.profile ? { profile: recorded(to.profile) } : {}),
    };
    this.#rows.change(session.id, record);
    session.alter(record, to.profile ?? session.profile);
    if (moves) await this.reload(session, session.extensions, "another proxy");
    else if (to.viewport) await resizeWindows(session.devtools, settings.viewport, settings);
    if (to.profile?.state) await writeProfileState(session.devtools, to.profile.state);
  }

  /** Ends a session; does nothing for an unknown one. Everyone who calls waits for the same end. */
  async end(id: string, reason: EndReason): Promise<void> {
    const live = this.#live.get(id);
    if (!live) return;
    const { process, devtools } = live.session.chromium;
    // Whoever gives a session back because its browser crashed may be faster than the news of the crash.
    if (!live.ending && !live.swapping && !devtools.isOpen) {
      await Promise.race([process.gone, sleep(graces.deathNewsMs, undefined, { ref: false })]);
    }
    const crashed = !live.swapping && process.failed;
    live.ending ??= this.#finish(live, crashed ? "crashed" : reason);
    await live.ending;
  }

  /**
   * Starts a session's browser again with these of its instance's extensions; tabs, cookies and storage stay.
   * When it does not start with them, it comes back with those it had and the fault is thrown. Call it exclusively.
   */
  async reload(session: Session, extensions: readonly string[], why: string): Promise<void> {
    let fault: unknown;
    await this.#swap(session, async ({ launch }) => {
      const outcome = await reloaded(session, launch, extensions, why);
      fault = outcome.fault;
      return outcome.browser;
    });
    if (fault !== undefined) throw fault;
  }

  /**
   * Starts a session's browser again as if it had just been made: an empty profile, empty folders, the extensions
   * of its creation. Call it exclusively.
   */
  async renew(session: Session): Promise<void> {
    await this.#swap(session, ({ launch, extensions }) => renewed(session, launch, extensions));
  }

  /** Called after the end is complete; the answer stops it. */
  onEnd(listener: EndListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called when an end begins, after `closing` has aborted; the end waits for the answer, not for ever. */
  onEnding(listener: EndingListener): () => void {
    this.#endingListeners.add(listener);
    return () => this.#endingListeners.delete(listener);
  }

  /** A living session as clients see it, with addresses for its present holder. */
  toBrowser(session: Session): Browser {
    const { sessionId, lease, readOnly } = { sessionId: session.id, lease: session.lease, readOnly: false };
    const base = this.#deps.publicUrl();
    const cdp = this.#deps.tokens.sign({ sessionId, purpose: "cdp", lease, readOnly });
    const view = this.#deps.tokens.sign({ sessionId, purpose: "view", lease, readOnly });
    return {
      ...recordToBrowser(session.record),
      cdp_ws_url: `${base.replace(/^http/, "ws")}/browser/cdp?jwt=${cdp}`,
      ...(session.record.headless ? {} : { browser_live_view_url: `${base}/browser/remote?jwt=${view}` }),
    };
  }

  /** A session on record as clients see it: with addresses while it lives. */
  describe(record: SessionRecord): Browser {
    const session = this.find(record.id);
    return session ? this.toBrowser(session) : recordToBrowser(record);
  }

  /** The most that can be at once. */
  get maxBrowsers(): number {
    return this.#deps.maxBrowsers;
  }

  /** Browsers running, starting or ending. */
  get liveCount(): number {
    return this.#live.size + this.#starting.size;
  }

  /** Ends everything; no session can be created afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopChecking();
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#live.keys()].map((id) => this.end(id, "shutdown")));
  }

  async #start(options: SessionOptions): Promise<Session> {
    const { clock, paces } = this.#deps;
    const id = newId();
    const instance = await Instance.create(this.#instancesDir, id, { clock, paces });
    const settings = {
      stealth: options.stealth,
      kioskMode: options.kioskMode,
      viewport: settledViewport(options.viewport),
      proxyUrl: options.proxy?.url,
    };
    const launch = (start: BrowserStart) => startBrowser(this.#deps.chromiumPath, instance, settings, start);
    try {
      const { profile, extensions = [] } = options;
      await placeExtensions(instance.paths, extensions);
      const browser = await extensionProblems(() =>
        launch({ extensions: extensions.map(({ name }) => name) }),
      );
      if (profile?.state) await writeProfileState(browser.chromium.devtools, profile.state);
      if (this.#closed) throw new Problem(503, "unavailable", "the service is shutting down");
      const record: SessionRecord = {
        id,
        created_at: clock.timestamp(),
        deleted_at: null,
        end_reason: null,
        headless: options.headless,
        stealth: options.stealth,
        timeout_seconds: options.timeoutSeconds,
        kiosk_mode: options.kioskMode,
        viewport: settings.viewport,
        persistence_id: options.persistenceId ?? null,
        invocation_id: options.invocationId ?? null,
        pool_id: options.poolId ?? null,
        idle: options.idle ?? false,
        proxy_id: options.proxy?.id ?? null,
        profile: profile ? recorded(profile) : null,
      };
      this.#rows.insert(record);
      const session = new Session({ record, instance, browser, profile, now: () => clock.now() });
      const live: Live = { session, settings, launch, extensions, swapping: false, restartsMs: [] };
      this.#live.set(id, live);
      this.#watchExit(live);
      return session;
    } catch (error) {
      await instance.destroy();
      throw error;
    }
  }

  /** A browser that its client closed is started again; one that ended in any other way ends the session. */
  #watchExit(live: Live): void {
    const { session } = live;
    const onExit = async (exit: Exit) => {
      if (live.ending || live.swapping) return;
      const now = this.#deps.clock.now();
      live.restartsMs = live.restartsMs.filter((atMs) => now - atMs < restartsWithinMs);
      if (exit.code !== 0 || live.restartsMs.length >= maxRestarts)
        return await this.end(session.id, "crashed");
      live.restartsMs.push(now);
      session.devtools.close();
      const { extensions, pages } = session;
      live.restarting = session.replaceBrowser(
        live.launch({ extensions, left: { urls: [], origins: pages.origins } }),
      );
      try {
        await live.restarting;
      } catch (error) {
        this.#deps.report(error);
        return await this.end(session.id, "crashed");
      }
      this.#watchExit(live);
    };
    session.chromium.process.exited.then(onExit).catch(this.#deps.report);
  }

  /**
   * Puts the browser that `start` makes in the place of the session's own, which `start` ends. Without one the
   * session cannot go on: it ends as crashed.
   */
  async #swap(session: Session, start: (live: Live) => Promise<RunningBrowser>): Promise<void> {
    for (let ready: unknown; ready !== session.ready; ) {
      ready = session.ready;
      await ready;
    }
    const live = this.#live.get(session.id);
    if (live?.session !== session || live.ending) throw sessionEnded(session.id);
    live.swapping = true;
    try {
      live.restarting = session.replaceBrowser(start(live));
      await live.restarting;
    } catch (error) {
      await this.end(session.id, "crashed");
      throw error;
    } finally {
      live.swapping = false;
    }
    if (session.closing.aborted) throw sessionEnded(session.id);
    this.#watchExit(live);
  }

  async #finish(live: Live, reason: EndReason): Promise<void> {
    const { session } = live;
    // Gone for every caller from here on, whatever the rest takes.
    this.#rows.end(session.id, this.#deps.clock.timestamp(), reason);
    session.markClosing();
    const finished = this.#finished(session, reason);
    // Its own failure has been dealt with where it began.
    await live.restarting?.catch(() => undefined);
    if (savesProfile(reason)) await this.#saveProfile(session, reason).catch(this.#deps.report);
    session.chromium.process.note(`the session ends: ${reason}`);
    session.devtools.close();
    await session.chromium.process.kill();
    session.markEnded();
    await session.instance.destroy().catch(this.#deps.report);
    await finished;
    this.#live.delete(session.id);
    for (const listener of this.#listeners) listener(session, reason);
  }

  /** Resolves when everyone who listens is through with the session, or has had time enough. */
  async #finished(session: Session, reason: EndReason): Promise<void> {
    const all = [...this.#endingListeners].map((listener) =>
      listener(session, reason).catch(this.#deps.report),
    );
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, finishTimeoutMs);
    await Promise.race([Promise.all(all), late.promise]);
    clearTimeout(timer);
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

  #checkTimeouts(): void {
    this.#stopChecking = this.#deps.clock.after(this.#deps.paces.sessions.timeoutLookMs, () => {
      for (const { session, ending } of this.#live.values()) {
        if (ending || session.idle) continue;
        if (session.unusedMs < session.record.timeout_seconds * 1000) continue;
        this.end(session.id, "timeout").catch(this.#deps.report);
      }
      if (!this.#closed) this.#checkTimeouts();
    });
  }
}

const sessionEnded = (id: string) => notFound(`a living browser session ${id}`);

function savesProfile(reason: EndReason): boolean {
  switch (reason) {
    case "deleted":
    case "timeout":
    case "invocation_ended":
    case "shutdown":
      return true;
    case "crashed":
    case "pool_discarded":
      return false;
  }
}

const recorded = ({ id, name, created_at, updated_at, last_used_at }: SessionProfile) => ({
  id,
  ...(name ? { name } : {}),
  ...(created_at ? { created_at } : {}),
  ...(updated_at ? { updated_at } : {}),
  ...(last_used_at ? { last_used_at } : {}),
});

function recordToBrowser(record: SessionRecord): Browser {
  return {
    session_id: record.id,
    created_at: record.created_at,
    headless: record.headless,
    stealth: record.stealth,
    timeout_seconds: record.timeout_seconds,
    kiosk_mode: record.kiosk_mode,
    viewport: record.viewport,
    ...(record.persistence_id ? { persistence: { id: record.persistence_id } } : {}),
    ...(record.profile ? { profile: record.profile } : {}),
    ...(record.proxy_id ? { proxy_id: record.proxy_id } : {}),
    ...(record.pool_id ? { pool: { id: record.pool_id } } : {}),
    ...(record.deleted_at ? { deleted_at: record.deleted_at } : {}),
  };
}
