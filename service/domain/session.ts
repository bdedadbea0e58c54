// One living browser session: its browser, its instance, who holds it and whether anyone is connected.
import type { DevTools } from "../chromium/devtools.ts";
import type { Chromium } from "../chromium/launch.ts";
import type { Pages } from "../chromium/pages.ts";
import type { ProfileState } from "../chromium/profile-state.ts";
import type { RunningBrowser } from "../chromium/running-browser.ts";
import { Screencast } from "../chromium/screencast.ts";
import type { ExtensionSource } from "../instance/extension-folders.ts";
import type { Instance } from "../instance/instance.ts";
import type { SessionRecord } from "../store/session-rows.ts";
import { newId } from "./ids.ts";

export interface SessionProfile {
  id: string;
  name?: string | null | undefined;
  created_at?: string | undefined;
  updated_at?: string | undefined;
  last_used_at?: string | undefined;
  /** Store the state when the session ends, unless its browser crashed. */
  saveChanges: boolean;
  /** Loaded before the session is handed out. */
  state?: ProfileState;
}

export interface SessionOptions {
  headless: boolean;
  stealth: boolean;
  timeoutSeconds: number;
  kioskMode: boolean;
  viewport?: { width: number; height: number; refresh_rate?: number | undefined };
  persistenceId?: string;
  invocationId?: string;
  poolId?: string;
  /** Pre-warmed in its pool: not listed, no time-out. */
  idle?: boolean;
  /** `url` carries no credentials; Chromium uses it as it is. */
  proxy?: { id: string; url: string };
  profile?: SessionProfile;
  /** Loaded from the start. */
  extensions?: readonly ExtensionSource[];
}

export class Session {
  readonly id: string;
  readonly createdAt: string;
  readonly instance: Instance;
  /** Aborted first when the session ends: connections to its browser close. */
  readonly closing: AbortSignal;
  /** Aborted when its processes are gone and their logs complete: log streams end. */
  readonly ended: AbortSignal;
  readonly #closing = new AbortController();
  readonly #ended = new AbortController();
  readonly #now: () => number;
  #record: SessionRecord;
  /** One after another; there is always one that runs, is being started, or has just ended. */
  #browser: RunningBrowser;
  #cast: { of: RunningBrowser; screencast: Screencast } | undefined;
  #profile: SessionProfile | undefined;
  #altered = false;
  #ready: Promise<unknown> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #lease = newId();
  #handover = new AbortController();
  #passedOn = new AbortController();
  #clients = 0;
  #lastActiveMs: number;

  constructor(parts: {
    record: SessionRecord;
    instance: Instance;
    browser: RunningBrowser;
    profile: SessionProfile | undefined;
    now: () => number;
  }) {
    this.#record = parts.record;
    this.id = parts.record.id;
    this.createdAt = parts.record.created_at;
    this.instance = parts.instance;
    this.#browser = parts.browser;
    this.#profile = parts.profile;
    this.#now = parts.now;
    this.#lastActiveMs = parts.now();
    this.closing = this.#closing.signal;
    this.ended = this.#ended.signal;
  }

  get record(): SessionRecord {
    return this.#record;
  }

  get browser(): RunningBrowser {
    return this.#browser;
  }

  /** Names of the extensions that its browser runs with. */
  get extensions(): readonly string[] {
    return this.#browser.extensions;
  }

  get chromium(): Chromium {
    return this.#browser.chromium;
  }

  get pages(): Pages {
    return this.#browser.pages;
  }

  get devtools(): DevTools {
    return this.chromium.devtools;
  }

  /** The picture of the present browser: one however many look at it or record it. */
  get screencast(): Screencast {
    const of = this.#browser;
    if (this.#cast?.of !== of)
      this.#cast = { of, screencast: new Screencast(of.chromium.devtools, of.pages) };
    return this.#cast.screencast;
  }

  get profile(): SessionProfile | undefined {
    return this.#profile;
  }

  /** True once its holder has set it up otherwise than it was made. */
  get altered(): boolean {
    return this.#altered;
  }

  /** Resolves when a browser runs: at once, but for the moment in which it is started again. */
  get ready(): Promise<unknown> {
    return this.#ready;
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

  /** Names the present holder; part of every token. */
  get lease(): string {
    return this.#lease;
  }

  /** Aborted when the session ends or changes hands: what the holder opened closes. */
  get holding(): AbortSignal {
    return this.#handover.signal;
  }

  /** Aborted when the session changes hands, not when it ends: its logs are another's from then on. */
  get passedOn(): AbortSignal {
    return this.#passedOn.signal;
  }

  get clients(): number {
    return this.#clients;
  }

  /** Counts a connected client (CDP or live view) until the answer is called. */
  connect(): () => void {
    this.#clients += 1;
    let connected = true;
    return () => {
      if (!connected) return;
      connected = false;
      this.#clients -= 1;
      this.#lastActiveMs = this.#now();
    };
  }

  /** Milliseconds without any client; 0 while one is connected. */
  get unusedMs(): number {
    return this.#clients > 0 ? 0 : this.#now() - this.#lastActiveMs;
  }

  /** Runs `act` when nothing else that changes the browser as a whole is under way. */
  async exclusively<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return await turn;
  }

  /** For `Sessions` alone: a new holder, with whom all earlier addresses end. */
  handOver(record: SessionRecord): void {
    this.#record = record;
    this.#lease = newId();
    this.#lastActiveMs = this.#now();
    const earlier = [this.#handover, this.#passedOn];
    this.#handover = new AbortController();
    this.#passedOn = new AbortController();
    for (const each of earlier) each.abort();
  }

  /** For `Sessions` alone: set up otherwise by its holder. */
  alter(record: SessionRecord, profile: SessionProfile | undefined): void {
    this.#record = record;
    this.#profile = profile;
    this.#altered = true;
  }

  /** For `Sessions` alone: another browser in place of one that was closed. */
  async replaceBrowser(starting: Promise<RunningBrowser>): Promise<void> {
    this.#ready = starting.catch(() => undefined);
    this.#browser = await starting;
    this.#lastActiveMs = this.#now();
  }

  /** For `Sessions` alone. */
  markClosing(): void {
    this.#closing.abort();
    this.#handover.abort();
  }

  /** For `Sessions` alone. */
  markEnded(): void {
    this.#ended.abort();
  }
}
