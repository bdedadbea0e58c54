// One living browser session: its browser, its instance, its holder (a client, an invocation or a pool) and its
// connected clients.
import type { DevTools } from "../chromium/devtools.ts";
import type { Dialogs } from "../chromium/dialogs.ts";
import type { Chromium } from "../chromium/launch.ts";
import type { Pages } from "../chromium/pages.ts";
import type { ProfileState } from "../chromium/profile-state.ts";
import type { RunningBrowser } from "../chromium/running-browser.ts";
import { Screencast } from "../chromium/screencast.ts";
import { newId } from "../kernel/ids.ts";
import { SerialQueue } from "../kernel/serial-queue.ts";
import type { ExtensionSource } from "../machine/extension-folders.ts";
import type { Instance } from "../machine/instance.ts";
import type { SessionTelemetry } from "../telemetry/session-telemetry.ts";
import type { TelemetrySelection } from "../telemetry/telemetry-selection.ts";
import type { SessionLabels, SessionRecord } from "./session-rows.ts";

/** A stored profile with its use in one session. */
export interface SessionProfile {
  id: string;
  name?: string | null | undefined;
  created_at?: string | undefined;
  updated_at?: string | undefined;
  last_used_at?: string | undefined;
  /** Store the state when the session ends, unless its browser crashed. */
  saveChanges: boolean;
  /** Loaded before creation resolves. */
  state?: ProfileState;
  /** When that was read from the browser of an earlier session. */
  stateTakenAt?: string;
}

/** Parameters of a session's creation. */
export interface SessionOptions {
  headless: boolean;
  stealth: boolean;
  timeoutSeconds: number;
  kioskMode: boolean;
  viewport?: { width: number; height: number; refresh_rate?: number | undefined };
  persistenceId?: string;
  invocationId?: string;
  poolId?: string;
  /** Waiting in its pool: not listed, no time-out. */
  idle?: boolean;
  /** `url` carries no credentials; it is passed to Chromium unchanged. */
  proxy?: { id: string; url: string };
  profile?: SessionProfile;
  /** What is captured while a client holds the session; nothing when absent. */
  telemetry?: TelemetrySelection;
  /** None when absent. */
  labels?: SessionLabels;
  /** Loaded when the browser first starts. */
  extensions?: readonly ExtensionSource[];
}

/** A living session. Only `Sessions` creates, changes and ends it. */
export class Session {
  readonly id: string;
  readonly createdAt: string;
  readonly instance: Instance;
  readonly telemetry: SessionTelemetry;
  /** Aborted first when the session ends: connections to its browser close. */
  readonly closing: AbortSignal;
  /** Aborted when its processes have exited and their logs are complete: log streams end. */
  readonly ended: AbortSignal;
  readonly #closing = new AbortController();
  readonly #ended = new AbortController();
  readonly #monotonicMs: () => number;
  #record: SessionRecord;
  /** The present browser: running, being restarted, or just ended. */
  #browser: RunningBrowser;
  #screencast: { browser: RunningBrowser; screencast: Screencast } | undefined;
  #profile: SessionProfile | undefined;
  #altered = false;
  #ready: Promise<unknown>;
  #reachable: Promise<unknown>;
  readonly #turns = new SerialQueue();
  #lease = newId();
  #handover = new AbortController();
  #reassigned = new AbortController();
  #clients = 0;
  #lastActiveMs: number;

  constructor(parts: {
    record: SessionRecord;
    instance: Instance;
    browser: RunningBrowser;
    telemetry: SessionTelemetry;
    profile: SessionProfile | undefined;
    monotonicMs: () => number;
  }) {
    this.#record = parts.record;
    this.id = parts.record.id;
    this.createdAt = parts.record.created_at;
    this.instance = parts.instance;
    this.#browser = parts.browser;
    this.#ready = parts.browser.opened;
    this.#reachable = parts.browser.opening;
    this.telemetry = parts.telemetry;
    this.#profile = parts.profile;
    this.#monotonicMs = parts.monotonicMs;
    this.#lastActiveMs = parts.monotonicMs();
    this.closing = this.#closing.signal;
    this.ended = this.#ended.signal;
  }

  get record(): SessionRecord {
    return this.#record;
  }

  get browser(): RunningBrowser {
    return this.#browser;
  }

  /** Names of the extensions loaded in its browser. */
  get extensions(): readonly string[] {
    return this.#browser.extensions;
  }

  get chromium(): Chromium {
    return this.#browser.chromium;
  }

  get pages(): Pages {
    return this.#browser.pages;
  }

  get dialogs(): Dialogs {
    return this.#browser.dialogs;
  }

  get devtools(): DevTools {
    return this.chromium.devtools;
  }

  /** The screencast of the present browser, shared by all viewers and recordings. */
  get screencast(): Screencast {
    const browser = this.#browser;
    if (this.#screencast?.browser !== browser) {
      this.#screencast = { browser, screencast: new Screencast(browser.chromium.devtools, browser.pages) };
    }
    return this.#screencast.screencast;
  }

  get profile(): SessionProfile | undefined {
    return this.#profile;
  }

  /** True once its settings differ from those of its creation. */
  get altered(): boolean {
    return this.#altered;
  }

  /**
   * Resolves when a browser runs with a page, and is captured as far as telemetry is selected: immediately, except right
   * after its start and during a restart.
   */
  get ready(): Promise<unknown> {
    return this.#ready;
  }

  /**
   * Resolves when what a client asks the browser is answered as if `ready`, only later: while its first page opens,
   * Chromium answers nothing.
   */
  get reachable(): Promise<unknown> {
    return this.#reachable;
  }

  get idle(): boolean {
    return this.#record.idle;
  }

  get invocationId(): string | undefined {
    return this.#record.invocation_id ?? undefined;
  }

  get poolId(): string | undefined {
    return this.#record.pool_id ?? undefined;
  }

  /** Identifies the present holder; a claim of every token. */
  get lease(): string {
    return this.#lease;
  }

  /** Aborted when the session ends or gets another holder: the holder's connections and processes end. */
  get holding(): AbortSignal {
    return this.#handover.signal;
  }

  /** Aborted when the session gets another holder, not when it ends: later log lines belong to the next holder. */
  get reassigned(): AbortSignal {
    return this.#reassigned.signal;
  }

  get clients(): number {
    return this.#clients;
  }

  /** Counts a connected client, or work on its behalf, until the returned function is called: no time-out meanwhile. */
  connect(): () => void {
    this.#clients += 1;
    let connected = true;
    return () => {
      if (!connected) return;
      connected = false;
      this.#clients -= 1;
      this.#lastActiveMs = this.#monotonicMs();
    };
  }

  /** Milliseconds since the last client disconnected; 0 while one is connected. */
  get unusedMs(): number {
    return this.#clients > 0 ? 0 : this.#monotonicMs() - this.#lastActiveMs;
  }

  /** Runs `act` after all earlier calls: serializes what changes or restarts the browser. */
  async exclusively<Result>(act: () => Promise<Result>): Promise<Result> {
    return await this.#turns.take(act);
  }

  /** Only for service/sessions: sets another holder, which invalidates all earlier addresses. */
  reassign(record: SessionRecord): void {
    this.#record = record;
    this.#lease = newId();
    this.#lastActiveMs = this.#monotonicMs();
    const earlier = [this.#handover, this.#reassigned];
    this.#handover = new AbortController();
    this.#reassigned = new AbortController();
    for (const each of earlier) each.abort();
    // After the earlier holder's connections, whose ends are events of that holder.
    void this.telemetry.restart(record.idle ? null : record.telemetry);
  }

  /** Only for service/sessions: stores changed settings. */
  alter(record: SessionRecord, profile: SessionProfile | undefined): void {
    this.#record = record;
    this.#profile = profile;
    this.#altered = true;
  }

  /** Only for service/sessions: stores what its client calls it. Its settings remain those of its creation. */
  label(record: SessionRecord): void {
    this.#record = record;
  }

  /** Only for service/sessions: captures what the record states. Its settings remain those of its creation. */
  async selectTelemetry(record: SessionRecord): Promise<void> {
    this.#record = record;
    await this.telemetry.select(record.telemetry);
  }

  /** Only for service/sessions: replaces a closed browser. */
  async replaceBrowser(starting: Promise<RunningBrowser>): Promise<void> {
    const captured = starting.then(async (browser) => {
      await browser.opened;
      await this.telemetry.browserStarted(browser.chromium.pipe.open);
      return browser;
    });
    this.#ready = captured.catch(() => undefined);
    this.#reachable = this.#ready;
    this.#browser = await captured;
    this.#lastActiveMs = this.#monotonicMs();
  }

  /** Only for service/sessions. */
  markClosing(): void {
    this.#closing.abort();
    this.#handover.abort();
  }

  /** Only for service/sessions. */
  markEnded(): void {
    this.#ended.abort();
  }
}
