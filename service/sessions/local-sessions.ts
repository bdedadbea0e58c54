// The sessions of this process, as the rest of the service uses them.
import { openFirst } from "../chromium/open-first.ts";
import { writeProfileState } from "../chromium/profile-state.ts";
import type { Extensions } from "../extensions/extensions.ts";
import { conflict } from "../kernel/problem.ts";
import type { Proxies } from "../proxies/proxies.ts";
import { type LoggedSession, loggedSession } from "./agent-log.ts";
import { checkHolder } from "./live-sessions.ts";
import type { Session } from "./session.ts";
import type { SessionHolder } from "./session-changes.ts";
import type { HandOver, RequestedChanges, SessionPlaces, SessionRequest } from "./session-places.ts";
import type { EndReason, SessionRecord } from "./session-rows.ts";
import type { Sessions } from "./sessions.ts";

export interface LocalSessionsDeps {
  sessions: Sessions;
  proxies: Pick<Proxies, "forSession" | "sessionEnded">;
  extensions: Pick<Extensions, "sourceOf">;
}

export class LocalSessions implements SessionPlaces<Session> {
  readonly #deps: LocalSessionsDeps;

  constructor(deps: LocalSessionsDeps) {
    this.#deps = deps;
  }

  get capacity(): number {
    return this.#deps.sessions.maxBrowsers;
  }

  async create({ proxyId, extensions, ...options }: SessionRequest): Promise<Session> {
    const { sessions, proxies } = this.#deps;
    const proxy = proxyId === undefined ? undefined : await proxies.forSession(proxyId);
    try {
      return await sessions.create({
        ...options,
        ...(proxy ? { proxy } : {}),
        ...(extensions ? { extensions: extensions.map((row) => this.#deps.extensions.sourceOf(row)) } : {}),
      });
    } catch (error) {
      if (proxy) proxies.sessionEnded(proxy.id);
      throw error;
    }
  }

  find(id: string): Session | undefined {
    return this.#deps.sessions.find(id);
  }

  findByIdOrName(idOrName: string): Session | undefined {
    return this.#deps.sessions.findByIdOrName(idOrName);
  }

  findPersistent(persistenceId: string): Session | undefined {
    return this.#deps.sessions.findPersistent(persistenceId);
  }

  checkReported(): void {}

  ofInvocation(invocationId: string): readonly Session[] {
    return this.#deps.sessions.ofInvocation(invocationId);
  }

  loggedOf(invocationId: string): readonly LoggedSession[] {
    return this.ofInvocation(invocationId).map(loggedSession);
  }

  distance(): 0 {
    return 0;
  }

  checkCaller(): void {}

  checkName(name: string | null): void {
    this.#deps.sessions.checkName(name);
  }

  async change(session: Session, changes: RequestedChanges, lease: string): Promise<void> {
    await session.exclusively(async () => await this.#change(session, changes, lease));
  }

  async #change(
    session: Session,
    { labels, telemetry, settings }: RequestedChanges,
    lease: string,
  ): Promise<void> {
    const { sessions, proxies } = this.#deps;
    const { proxy_id: earlier } = session.record;
    const { proxyId = earlier, profile, viewport } = settings ?? {};
    const proxyChanges = proxyId !== earlier;
    // An unknown one leaves the session as it is.
    const proxy = proxyChanges && proxyId !== null ? await proxies.forSession(proxyId) : null;
    try {
      checkHolder(session, lease);
      if (viewport && !viewport.force && session.screencast.isWatched) {
        throw conflict(
          "viewport: a live view or a recording shows this browser; with force it gets another size all the same",
        );
      }
      sessions.label(session, labels);
      if (telemetry !== undefined) await sessions.selectTelemetry(session, telemetry);
      if (settings === undefined) return;
      await sessions.change(session, {
        ...(proxyChanges ? { proxy } : {}),
        ...(profile ? { profile } : {}),
        ...(viewport ? { viewport } : {}),
      });
    } finally {
      // The one still in use is released when the session ends.
      for (const id of proxyChanges ? [earlier, proxy?.id] : []) {
        if (id && id !== session.record.proxy_id) proxies.sessionEnded(id);
      }
    }
  }

  assign(session: Session, to: SessionHolder): void {
    this.#deps.sessions.assign(session.id, to);
  }

  async handOver(session: Session, { labels, telemetry }: HandOver): Promise<void> {
    const { sessions } = this.#deps;
    const { lease } = session;
    sessions.label(session, labels);
    const { start_url: startUrl } = labels;
    if (startUrl !== null) void session.ready.then(() => openFirst(session, startUrl));
    // Also without a choice: resolves when the browser is captured as the pool has it.
    await sessions.selectTelemetry(session, telemetry);
    // It may have ended while its pages were captured.
    checkHolder(session, lease);
  }

  async recycle(session: Session, to: SessionHolder): Promise<void> {
    const { sessions } = this.#deps;
    // Assigning it to the pool first disconnects its holder.
    sessions.assign(session.id, to);
    await session.exclusively(async () => {
      await session.ready;
      const { instance } = session;
      await instance.supervisor.endOthers(session.chromium.process);
      // No command of DevTools clears all that a browser has of its holder: not its history, nor sign-ins by HTTP.
      await sessions.renew(session);
      if (session.profile?.state) await writeProfileState(session.devtools, session.profile.state);
    });
  }

  async end(id: string, reason: EndReason): Promise<void> {
    await this.#deps.sessions.end(id, reason);
  }

  onEnd(listener: () => void): () => void {
    return this.#deps.sessions.onEnd(() => listener());
  }

  onEnding(listener: (session: SessionRecord, reason: EndReason) => void): () => void {
    return this.#deps.sessions.onEnding(async (session, reason) => listener(session.record, reason));
  }
}
