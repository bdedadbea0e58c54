// Creation of sessions, up to the limit of browsers: instance, extensions, browser, profile, record, in this order.
import { codePaths } from "../chromium/code-run.ts";
import { writeProfileState } from "../chromium/profile-state.ts";
import { type BrowserStart, startBrowser } from "../chromium/running-browser.ts";
import { mapExtensionErrors } from "../extensions/extension-errors.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Paces } from "../kernel/paces.ts";
import { Problem, tooMany } from "../kernel/problem.ts";
import { installExtensions } from "../machine/extension-folders.ts";
import { Instance } from "../machine/instance.ts";
import type { NetworkMode } from "../machine/sandbox/network.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { LiveSession, LiveSessions } from "./live-sessions.ts";
import { Session, type SessionOptions } from "./session.ts";
import { profileRecord, type SessionRecord, type SessionRows } from "./session-rows.ts";
import { resolveViewport } from "./viewport.ts";

const retryAfterSeconds = 5;

export interface SessionCreationDeps {
  live: LiveSessions;
  rows: SessionRows;
  instancesDir: string;
  telemetry: Telemetry;
  chromiumPath: string;
  maxBrowsers: number;
  clock: Clock;
  paces: Paces;
  network: NetworkMode;
  /** Ports of this machine's loopback that every instance reaches, whatever its network. */
  publishedPorts: readonly number[];
}

/** Creates sessions, adds them to `live` and inserts their records. */
export class SessionCreation {
  readonly #deps: SessionCreationDeps;
  readonly #pending = new Set<Promise<unknown>>();
  #closed = false;

  constructor(deps: SessionCreationDeps) {
    this.#deps = deps;
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  /**
   * Resolves when DevTools is ready and the profile is loaded. Throws Problem 429 when all browsers are in use,
   * 503 after `close`.
   */
  async create(options: SessionOptions): Promise<LiveSession> {
    this.#checkOpen();
    const { live, maxBrowsers } = this.#deps;
    if (live.size + this.#pending.size >= maxBrowsers) {
      throw tooMany(
        `all ${maxBrowsers} browsers of this service are in use; delete one or wait`,
        retryAfterSeconds,
      );
    }
    const creating = this.#create(options);
    this.#pending.add(creating);
    try {
      return await creating;
    } finally {
      this.#pending.delete(creating);
    }
  }

  /** Refuses further sessions and resolves when no creation is pending. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#pending);
  }

  #checkOpen(): void {
    if (this.#closed) throw new Problem(503, "unavailable", "the service is shutting down");
  }

  async #create(options: SessionOptions): Promise<LiveSession> {
    const { rows, clock, paces, chromiumPath, network, publishedPorts } = this.#deps;
    const id = newId();
    const instance = await Instance.create(this.#deps.instancesDir, id, {
      clock,
      paces,
      shared: codePaths,
      network,
    });
    const settings = {
      stealth: options.stealth,
      kioskMode: options.kioskMode,
      viewport: resolveViewport(options.viewport),
      proxyUrl: options.proxy?.url,
    };
    const launch = async (start: BrowserStart) => {
      await instance.sandbox.publish([...publishedPorts, ...loopbackPorts(settings.proxyUrl)]);
      return await startBrowser(chromiumPath, instance, settings, start);
    };
    try {
      const { profile, extensions = [] } = options;
      await installExtensions(instance, extensions);
      const browser = await mapExtensionErrors(() =>
        launch({ extensions: extensions.map(({ name }) => name) }),
      );
      if (profile?.state) await writeProfileState(browser.chromium.devtools, profile.state);
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
      return live;
    } catch (error) {
      await instance.destroy();
      throw error;
    }
  }
}

/** The port of a proxy on this machine's loopback. */
function loopbackPorts(proxyUrl: string | undefined): number[] {
  if (proxyUrl === undefined) return [];
  const { protocol, hostname, port } = new URL(proxyUrl);
  if (hostname !== "localhost" && !hostname.startsWith("127.")) return [];
  return [Number(port) || (protocol === "https:" ? 443 : 80)];
}
