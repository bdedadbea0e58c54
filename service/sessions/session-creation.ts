// Creation of sessions, up to the limit of browsers: instance, extensions, browser, profile, record, in this order.
import { openFirst } from "../chromium/open-first.ts";
import { writeProfileState } from "../chromium/profile-state.ts";
import { Problem, shuttingDown } from "../kernel/problem.ts";
import type { ExtensionSource } from "../machine/extension-folders.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { allInUse, type LiveSession, type LiveSessions } from "./live-sessions.ts";
import { Session, type SessionOptions } from "./session.ts";
import type { SessionNames } from "./session-names.ts";
import type { PlacedSession } from "./session-places.ts";
import { noLabels, profileRecord, type SessionRecord, type SessionRows } from "./session-rows.ts";
import {
  type PreparedInstance,
  prepareInstance,
  type SessionStartDeps,
  type StartedSession,
  type StartSettings,
  startSession,
} from "./session-start.ts";
import { Spare } from "./spare.ts";
import { resolveViewport } from "./viewport.ts";

export interface SessionCreationDeps extends SessionStartDeps {
  live: LiveSessions;
  rows: SessionRows;
  names: SessionNames<PlacedSession>;
  telemetry: Telemetry;
  maxBrowsers: number;
  /** Keeps a started browser ready for the next session. */
  spareBrowser: boolean;
  /** Keeps an instance ready for the next browser. */
  spareInstance: boolean;
  /** Receives errors that no caller awaits. */
  report: (error: unknown) => void;
}

/** Creates sessions, adds them to `live` and inserts their records. */
export class SessionCreation {
  readonly #deps: SessionCreationDeps;
  readonly #pending = new Set<Promise<unknown>>();
  readonly #spare: Spare<StartSettings, StartedSession> | undefined;
  readonly #spareInstance: Spare<"any", PreparedInstance> | undefined;
  #closed = false;

  constructor(deps: SessionCreationDeps) {
    this.#deps = deps;
    const { live, maxBrowsers } = deps;
    const common = {
      destroy: ({ instance }: Pick<PreparedInstance, "instance">) => instance.destroy(),
      clock: deps.clock,
      paces: deps.paces.spare,
      report: deps.report,
    };
    if (deps.spareInstance) {
      this.#spareInstance = new Spare<"any", PreparedInstance>({
        ...common,
        // It is small and counts as nothing.
        hasRoom: () => true,
        start: () => prepareInstance(deps),
        ended: ({ waiting, instance }) =>
          Promise.race([waiting.process.exited, instance.sandbox.networkEnded]),
      });
    }
    if (deps.spareBrowser) {
      this.#spare = new Spare<StartSettings, StartedSession>({
        ...common,
        hasRoom: () => live.size + this.#pending.size < maxBrowsers,
        start: (settings) => this.#startInInstance(settings, []),
        ended: ({ browser, instance }) =>
          Promise.race([browser.chromium.process.exited, instance.sandbox.networkEnded]),
      });
    }
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  /**
   * Resolves when DevTools is ready and the profile is loaded. Throws Problem 429 when all browsers are in use, 409 for a
   * name that another session has, 503 after `refuse`.
   */
  async create(options: SessionOptions): Promise<LiveSession> {
    this.#checkOpen();
    const { live, maxBrowsers } = this.#deps;
    if (live.size + this.#pending.size >= maxBrowsers) {
      throw allInUse(maxBrowsers);
    }
    const name = options.labels?.name ?? null;
    const creating = this.#deps.names.whileReserved(name, async () => await this.#create(options));
    this.#pending.add(creating);
    try {
      return await creating;
    } finally {
      this.#pending.delete(creating);
    }
  }

  /** Refuses further sessions, and those whose creation is pending. */
  refuse(): void {
    this.#closed = true;
  }

  /** Refuses further sessions and resolves when no creation is pending. */
  async close(): Promise<void> {
    this.refuse();
    await Promise.allSettled(this.#pending);
    await this.#spare?.close();
    await this.#spareInstance?.close();
  }

  #checkOpen(): void {
    if (this.#closed) throw shuttingDown();
  }

  async #create(options: SessionOptions): Promise<LiveSession> {
    const settings = {
      stealth: options.stealth,
      kioskMode: options.kioskMode,
      viewport: resolveViewport(options.viewport),
      proxyUrl: options.proxy?.url,
    };
    const { extensions = [] } = options;
    // Pools have their own; extensions are loaded as the browser starts, and of browsers with a proxy few are alike.
    const isPlain = !options.idle && extensions.length === 0 && settings.proxyUrl === undefined;
    const spare = isPlain ? this.#spare : undefined;
    const started = (await spare?.take(settings)) ?? (await this.#start(settings, extensions));
    try {
      return await this.#hold(started, options);
    } catch (error) {
      await started.instance.destroy();
      throw error;
    } finally {
      spare?.startSoon(settings);
    }
  }

  /** Starts a browser; where there is no room for both, the spare one ends first. */
  async #start(settings: StartSettings, extensions: readonly ExtensionSource[]): Promise<StartedSession> {
    const { live, maxBrowsers } = this.#deps;
    if (live.size + this.#pending.size + (this.#spare?.count ?? 0) > maxBrowsers) await this.#spare?.end();
    return await this.#startInInstance(settings, extensions);
  }

  async #startInInstance(
    settings: StartSettings,
    extensions: readonly ExtensionSource[],
  ): Promise<StartedSession> {
    try {
      return (
        (await this.#startInSpareInstance(settings, extensions)) ??
        (await startSession(this.#deps, await prepareInstance(this.#deps), settings, extensions))
      );
    } finally {
      this.#spareInstance?.startSoon("any");
    }
  }

  /** Undefined without one, or when a browser cannot start in it: a process of it may have ended meanwhile. */
  async #startInSpareInstance(
    settings: StartSettings,
    extensions: readonly ExtensionSource[],
  ): Promise<StartedSession | undefined> {
    const prepared = await this.#spareInstance?.take("any");
    if (prepared === undefined) return undefined;
    try {
      return await startSession(this.#deps, prepared, settings, extensions);
    } catch (error) {
      if (error instanceof Problem) throw error;
      this.#deps.report(error);
      return undefined;
    }
  }

  /** Makes a started browser a session. */
  async #hold(started: StartedSession, options: SessionOptions): Promise<LiveSession> {
    const { rows, clock } = this.#deps;
    const { id, instance, browser, settings, launch } = started;
    const { profile, extensions = [] } = options;
    if (profile?.state) {
      // It opens a page of its own for a moment, which must not be the first one.
      await browser.opened;
      await writeProfileState(browser.chromium.devtools, profile.state);
    }
    this.#checkOpen();
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
      profile: profile ? profileRecord(profile) : null,
      telemetry: options.telemetry ?? null,
      node: null,
      ...(options.labels ?? noLabels),
    };
    rows.insert(record);
    const telemetry = this.#deps.telemetry.start(id);
    const session = new Session({
      record,
      instance,
      browser,
      telemetry,
      profile,
      monotonicMs: () => clock.monotonicMs(),
    });
    const live = { session, settings, launch, extensions, swapping: false, restartsMs: [] };
    this.#deps.live.add(live);
    // After that nothing fails, so that the session's end also ends its telemetry.
    await telemetry.browserStarted(browser.chromium.pipe.open);
    if (!record.idle) await telemetry.select(record.telemetry);
    const { start_url: startUrl } = record;
    if (startUrl !== null) void session.ready.then(() => openFirst(session, startUrl));
    return live;
  }
}
