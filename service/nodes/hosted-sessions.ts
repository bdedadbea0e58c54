// The sessions of a node, as the service that works uses them: by messages instead of this process's objects.
import type { Extensions } from "../extensions/extensions.ts";
import type { Store } from "../kernel/store.ts";
import type { Proxies } from "../proxies/proxies.ts";
import type { ProxyRow } from "../proxies/proxy-rows.ts";
import { loggedSession } from "../sessions/agent-log.ts";
import { unknownSession } from "../sessions/live-sessions.ts";
import type { LocalSessions } from "../sessions/local-sessions.ts";
import type { Session } from "../sessions/session.ts";
import type { PlacedSession } from "../sessions/session-places.ts";
import type { EndReason } from "../sessions/session-rows.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type {
  AgentLogMessage,
  ChangeMessage,
  CreateMessage,
  HandOverMessage,
  RecycleMessage,
  SessionEnd,
} from "./node-protocol.ts";
import { UsedCopies } from "./used-copies.ts";

export type HostedChange =
  /** `creation`: see `createMessage`; given when it is new. */
  | { type: "session"; session: PlacedSession; creation?: string }
  | ({ type: "ending" } & SessionEnd)
  | { type: "ended"; id: string };

export interface HostedSessions {
  /** Those that are not ending, idle ones included. */
  all(): readonly PlacedSession[];
  /** Throws Problem 429 when all browsers are in use. */
  create(message: CreateMessage): Promise<PlacedSession>;
  /** This and the next throw Problem 404 for an unknown id. */
  change(id: string, message: ChangeMessage): Promise<PlacedSession>;
  handOver(id: string, message: HandOverMessage): Promise<PlacedSession>;
  recycle(id: string, message: RecycleMessage): Promise<PlacedSession>;
  /**
   * Appends lines to the session's `agent.log`, but for those that it has: the next service sends them again. Throws Problem
   * 404 for an unknown id, and for one with another holder.
   */
  log(id: string, message: AgentLogMessage): Promise<void>;
  /** Does nothing for an unknown id. */
  end(id: string, reason: EndReason): Promise<void>;
  /** Returns a function that unsubscribes. */
  watch(listener: (change: HostedChange) => void): () => void;
}

export interface HostedSessionsDeps {
  sessions: Sessions;
  local: LocalSessions;
  proxies: Proxies;
  extensions: Extensions;
  /** Writes the stored archive of an extension to a path. */
  copyArchive: (extensionId: string, to: string) => Promise<void>;
  /** Receives errors that no caller awaits. */
  report: (error: unknown) => void;
}

/**
 * Deletes the records that sessions of an earlier run have brought to this node: proxies with their passwords, and
 * extensions, whose archives are then removed when extensions are opened.
 */
export function forgetCopies(store: Store): void {
  store.exec("DELETE FROM proxies; DELETE FROM extensions");
}

export class HostedLocalSessions implements HostedSessions {
  readonly #deps: HostedSessionsDeps;
  readonly #listeners = new Set<(change: HostedChange) => void>();
  /** By session: the time of the last line of its holder in its `agent.log` that a service has sent. */
  readonly #logged = new Map<string, { lease: string; until: string }>();

  /** Those of extensions: a browser of a pool is recycled with its own. */
  readonly #archives: UsedCopies;
  /** By session: the extensions that it was created with. */
  readonly #archivesOf = new Map<string, string[]>();

  constructor(deps: HostedSessionsDeps) {
    this.#deps = deps;
    deps.sessions.onEnding(async ({ id }, reason) => {
      const at = deps.sessions.rows.find(id)?.deleted_at ?? new Date().toISOString();
      this.#notify({ type: "ending", id, at, reason });
    });
    this.#archives = new UsedCopies((id) => deps.extensions.forget(id), deps.report);
    deps.sessions.onEnd(({ id }) => {
      this.#releaseArchives(id);
      this.#logged.delete(id);
      this.#notify({ type: "ended", id });
    });
  }

  all(): readonly PlacedSession[] {
    return this.#deps.sessions.all();
  }

  async create({ creation, proxy, ...request }: CreateMessage): Promise<PlacedSession> {
    const { local, extensions, copyArchive } = this.#deps;
    const rows = request.extensions ?? [];
    for (const { id } of rows) this.#archives.take(id);
    try {
      for (const row of rows) await extensions.adopt(row, async (to) => await copyArchive(row.id, to));
      const proxyId = await this.#adopt(proxy);
      const session = await local.create({ ...request, ...(proxyId ? { proxyId } : {}) });
      const ids = rows.map(({ id }) => id);
      this.#archivesOf.set(session.id, ids);
      // It may have ended already.
      if (session.closing.aborted) this.#releaseArchives(session.id);
      return this.#changed(session, { creation });
    } catch (error) {
      for (const { id } of rows) this.#archives.release(id);
      throw error;
    }
  }

  async change(id: string, message: ChangeMessage): Promise<PlacedSession> {
    const session = this.#session(id);
    const { lease = session.lease, labels, telemetry, settings } = message;
    const { proxy, ...others } = settings ?? {};
    const proxyId = proxy && (await this.#adopt(proxy));
    const changes = {
      labels,
      ...(telemetry === undefined ? {} : { telemetry }),
      ...(settings && { settings: { ...others, ...(proxyId === undefined ? {} : { proxyId }) } }),
    };
    // One that fails may have changed a part.
    await this.#deps.local.change(session, changes, lease).finally(() => this.#changed(session));
    return session;
  }

  async handOver(id: string, { holder, ...to }: HandOverMessage): Promise<PlacedSession> {
    const session = this.#session(id);
    this.#deps.local.assign(session, holder);
    await this.#deps.local.handOver(session, to);
    return this.#changed(session);
  }

  async recycle(id: string, { holder }: RecycleMessage): Promise<PlacedSession> {
    const session = this.#session(id);
    await this.#deps.local.recycle(session, holder);
    return this.#changed(session);
  }

  async log(id: string, { lease: writer, lines }: AgentLogMessage): Promise<void> {
    const session = this.#session(id);
    const { lease } = session;
    if (writer !== undefined && writer !== lease) throw unknownSession(id);
    const known = this.#logged.get(id);
    const until = known?.lease === lease ? known.until : "";
    const fresh = lines.filter(({ at }) => at > until);
    const last = fresh.at(-1);
    if (last === undefined) return;
    this.#logged.set(id, { lease, until: last.at });
    await loggedSession(session).append(fresh);
  }

  async end(id: string, reason: EndReason): Promise<void> {
    await this.#deps.local.end(id, reason);
  }

  watch(listener: (change: HostedChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #releaseArchives(sessionId: string): void {
    for (const extension of this.#archivesOf.get(sessionId) ?? []) this.#archives.release(extension);
    this.#archivesOf.delete(sessionId);
  }

  #session(id: string): Session {
    const found = this.#deps.sessions.get(id);
    if (found === undefined) throw unknownSession(id);
    return found;
  }

  async #adopt(proxy: ProxyRow | undefined): Promise<string | undefined> {
    if (proxy !== undefined) await this.#deps.proxies.adopt(proxy);
    return proxy?.id;
  }

  #changed(session: PlacedSession, from: { creation?: string } = {}): PlacedSession {
    if (!session.closing.aborted) this.#notify({ type: "session", session, ...from });
    return session;
  }

  #notify(change: HostedChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
