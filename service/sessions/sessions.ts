// Browser sessions from creation to end: the entry point of the noun. The only place that creates or ends one.
import { mkdir, readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Browser } from "../../lib/contract/browsers.ts";
import type { ProfileState } from "../chromium/profile-state.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Paces } from "../kernel/paces.ts";
import { killNaming } from "../kernel/process-tree.ts";
import type { Store } from "../kernel/store.ts";
import { removeInstanceDir } from "../machine/instance.ts";
import type { NetworkMode } from "../machine/sandbox/network.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { TelemetrySelection } from "../telemetry/telemetry-selection.ts";
import { type BrowserPage, BrowserResources, type Reader, type RunnerRoute } from "./browser-resources.ts";
import { LiveSessions, unknownSession } from "./live-sessions.ts";
import type { Session, SessionOptions, SessionProfile } from "./session.ts";
import {
  assignSession,
  changeSession,
  type SessionChanges,
  type SessionHolder,
  selectSessionTelemetry,
} from "./session-changes.ts";
import { SessionCreation } from "./session-creation.ts";
import { type EndingListener, type EndListener, SessionEnds } from "./session-end.ts";
import { SessionNames } from "./session-names.ts";
import type { PlacedSession, SessionsElsewhere } from "./session-places.ts";
import { SessionRestarts } from "./session-restart.ts";
import {
  type EndReason,
  type SessionLabels,
  type SessionListFilter,
  type SessionRecord,
  SessionRows,
} from "./session-rows.ts";
import { watchTimeouts } from "./session-timeouts.ts";
import type { SessionTokens } from "./session-tokens.ts";

export interface SessionsDeps {
  store: Store;
  telemetry: Telemetry;
  dataDir: string;
  chromiumPath: string;
  maxBrowsers: number;
  clock: Clock;
  paces: Paces;
  network: NetworkMode;
  /** Keeps a started browser ready for the next session. */
  spareBrowser: boolean;
  /** Keeps an instance ready for the next browser. */
  spareInstance: boolean;
  /** Ports of this machine's loopback that every instance reaches, whatever its network. */
  publishedPorts: readonly number[];
  tokens: SessionTokens;
  /** The address clients use, without a trailing slash. */
  publicUrl: () => string;
  runnerRoute?: RunnerRoute | undefined;
  /** Sessions on nodes, which are listed and named with these; none when absent. */
  elsewhere?: SessionsElsewhere | undefined;
  /** The present record of a profile; undefined for a deleted one. */
  profile: (id: string) => SessionRecord["profile"] | undefined;
  /** Receives the state of a profile opened with `saveChanges` when its session ends. */
  onProfileState: (profile: SessionProfile, state: ProfileState) => Promise<void> | void;
  /** Receives errors that no caller awaits. */
  report: (error: unknown) => void;
}

/** All browser sessions of the service. Open one instance per data folder. */
export class Sessions {
  readonly #maxBrowsers: number;
  readonly #resizeListeners: ((session: Session) => void)[] = [];
  readonly #live = new LiveSessions();
  readonly #rows: SessionRows;
  readonly #names: SessionNames<PlacedSession>;
  readonly #resources: BrowserResources;
  readonly #creation: SessionCreation;
  readonly #ends: SessionEnds;
  readonly #restarts: SessionRestarts;
  readonly #stopTimeouts: () => void;

  private constructor(deps: SessionsDeps, rows: SessionRows, instancesDir: string) {
    const { clock, report, elsewhere } = deps;
    const live = this.#live;
    this.#names = new SessionNames<PlacedSession>(() => [...live.inUse(), ...(elsewhere?.inUse() ?? [])]);
    this.#maxBrowsers = deps.maxBrowsers;
    this.#rows = rows;
    this.#resources = new BrowserResources({
      ...deps,
      rows,
      find: (id) => live.find(id) ?? elsewhere?.find(id),
    });
    this.#creation = new SessionCreation({ ...deps, live, rows, names: this.#names, instancesDir });
    this.#ends = new SessionEnds({ ...deps, live, rows });
    this.#restarts = new SessionRestarts({
      live,
      ends: this.#ends,
      monotonicMs: () => clock.monotonicMs(),
      report,
    });
    this.#stopTimeouts = watchTimeouts({ ...deps, live, end: (id) => this.end(id, "timeout") });
  }

  /** Removes what an earlier process of the service left and starts checking for time-outs. */
  static async open(deps: SessionsDeps): Promise<Sessions> {
    const instancesDir = join(deps.dataDir, "instances");
    await mkdir(instancesDir, { recursive: true, mode: 0o700 });
    await killNaming(`--user-data-dir=${instancesDir}${sep}`, deps.paces.instances);
    // What cannot be removed is no reason not to start.
    for (const name of await readdir(instancesDir))
      await removeInstanceDir(join(instancesDir, name)).catch(deps.report);
    const rows = new SessionRows(deps.store);
    rows.endAll(deps.clock.timestamp(), "shutdown", { onNodes: deps.elsewhere === undefined });
    return new Sessions(deps, rows, instancesDir);
  }

  /**
   * Resolves when DevTools is ready and the profile is loaded. Throws Problem 429 when all browsers are in use,
   * 503 during shutdown.
   */
  async create(options: SessionOptions): Promise<Session> {
    const live = await this.#creation.create(options);
    this.#restarts.watchExit(live);
    this.#ends.watchNetwork(live);
    return live.session;
  }

  /** A living session in use: neither idle in its pool nor ending. */
  find(id: string): Session | undefined {
    return this.#live.find(id);
  }

  /** Like `find`; throws Problem 404 when there is none. */
  living(id: string): Session {
    const session = this.find(id);
    if (!session) throw unknownSession(id);
    return session;
  }

  /** The session in use that was created with this persistence id. */
  findPersistent(persistenceId: string): Session | undefined {
    return this.#live.inUse().find(({ record }) => record.persistence_id === persistenceId);
  }

  /** The session in use here with this id or, if none has, with this name. */
  findByIdOrName(idOrName: string): Session | undefined {
    return this.find(idOrName) ?? this.find(this.#names.find(idOrName)?.id ?? "");
  }

  /** Sessions in use that belong to an invocation, oldest first. */
  ofInvocation(invocationId: string): Session[] {
    return this.#live.inUse().filter((session) => session.invocationId === invocationId);
  }

  /** The record of a session, ended ones included. */
  record(id: string): SessionRecord | undefined {
    const record = this.#rows.find(id);
    return record?.idle ? undefined : record;
  }

  /** The record of the session with this id or, if none has, with this name: of the one in use, else of the newest. */
  recordByIdOrName(idOrName: string): SessionRecord | undefined {
    return this.record(idOrName) ?? this.#names.find(idOrName)?.record ?? this.#rows.findNamed(idOrName);
  }

  /** Newest first. */
  list(filter: SessionListFilter, reader: Reader): BrowserPage {
    return this.#resources.list(filter, reader);
  }

  /** The API resource of a living session, with addresses for its present holder as far as `reader` may have them. */
  toBrowser(session: PlacedSession, reader: Reader): Browser {
    return this.#resources.ofSession(session, reader);
  }

  /** The WebSocket address below which all browsers are, without a jwt. */
  devtoolsUrl(): string {
    return this.#resources.devtoolsUrl();
  }

  /** The API resource of a record, with addresses while its session is in use. */
  describe(record: SessionRecord, reader: Reader): Browser {
    return this.#resources.ofRecord(record, reader);
  }

  /** See `assignSession`. */
  assign(id: string, to: SessionHolder): void {
    assignSession({ live: this.#live, rows: this.#rows }, id, to);
  }

  /** Throws Problem 409 when another session in use has the name. */
  checkName(name: string | null): void {
    this.#names.check(name);
  }

  /** Runs `work` while no other session can take the name. Throws Problem 409 when one other than `own` has it. */
  async whileNameReserved<Result>(
    name: string | null,
    work: () => Promise<Result>,
    own?: PlacedSession,
  ): Promise<Result> {
    return await this.#names.whileReserved(name, work, own);
  }

  /** Living ones of this process that are not ending, idle ones included. Oldest first. */
  all(): Session[] {
    return this.#live.ids().flatMap((id) => this.get(id) ?? []);
  }

  /** The one of `all` with this id. */
  get(id: string): Session | undefined {
    const live = this.#live.get(id);
    return live?.ending ? undefined : live?.session;
  }

  /** The records of sessions, ended and idle ones included. */
  get rows(): SessionRows {
    return this.#rows;
  }

  /** Gives a living session these labels. Throws Problem 409 when another one in use has the name. */
  label(session: Session, labels: Partial<SessionLabels>): void {
    const record = { ...session.record, ...labels };
    this.#names.check(record.name, session);
    this.#rows.label(session.id, record);
    session.label(record);
  }

  /** See `changeSession`. */
  async change(session: Session, changes: SessionChanges): Promise<void> {
    await changeSession({ live: this.#live, rows: this.#rows, restarts: this.#restarts }, session, changes);
    if (changes.viewport) for (const listener of this.#resizeListeners) listener(session);
  }

  /** Calls `listener` after a window got another size. */
  onResized(listener: (session: Session) => void): void {
    this.#resizeListeners.push(listener);
  }

  /** See `selectSessionTelemetry`. */
  async selectTelemetry(session: Session, selection: TelemetrySelection): Promise<void> {
    await selectSessionTelemetry(this.#rows, session, selection);
  }

  /** Ends a session; does nothing for an unknown id. Concurrent calls share one end. */
  async end(id: string, reason: EndReason): Promise<void> {
    const live = this.#live.get(id);
    if (live) await this.#ends.end(live, reason);
  }

  /** See `SessionRestarts.reload`. Call it within `session.exclusively`. */
  async reload(session: Session, extensions: readonly string[], why: string): Promise<void> {
    await this.#restarts.reload(session, extensions, why);
  }

  /** See `SessionRestarts.renew`. Call it within `session.exclusively`. */
  async renew(session: Session): Promise<void> {
    await this.#restarts.renew(session);
  }

  /** See `SessionEnds.onEnd`. */
  onEnd(listener: EndListener): () => void {
    return this.#ends.onEnd(listener);
  }

  /** See `SessionEnds.onEnding`. */
  onEnding(listener: EndingListener): () => void {
    return this.#ends.onEnding(listener);
  }

  get maxBrowsers(): number {
    return this.#maxBrowsers;
  }

  /** Browsers running, starting or ending. */
  get liveCount(): number {
    return this.#live.size + this.#creation.pendingCount;
  }

  /** Refuses creations with Problem 503 from now on, also pending ones; living sessions go on. */
  refuse(): void {
    this.#creation.refuse();
  }

  /** Ends every session; none can be created afterwards. */
  async close(): Promise<void> {
    this.#stopTimeouts();
    await this.#creation.close();
    await Promise.all(this.#live.ids().map((id) => this.end(id, "shutdown")));
    this.#ends.close();
  }
}
