// What nodes report of their sessions, taken into the records: which live, which end, and which are lost with their node.
import { NoAnswer } from "../http/json-request.ts";
import type { Clock } from "../kernel/clock.ts";
import type { PlacedSession } from "../sessions/session-places.ts";
import type { EndReason, SessionRecord } from "../sessions/session-rows.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Creations } from "./creations.ts";
import type { NodeLink } from "./node-link.ts";
import type { NodeLinks } from "./node-links.ts";
import type { EndMessage, HeldSession, NodeMessage, SessionEnd } from "./node-protocol.ts";
import { RemoteSession, type RemoteSessions } from "./remote-sessions.ts";
import { ReportedRows } from "./reported-rows.ts";

export interface SessionReportsDeps {
  sessions: Pick<Sessions, "rows">;
  remote: RemoteSessions;
  links: Pick<NodeLinks, "get">;
  creations: Creations;
  clock: Clock;
  /** Between attempts to store what could not be. */
  retryMs: number;
  /** Whether sessions of the invocation may live. */
  isRunning: (invocationId: string) => boolean;
  /** Called with a pool's session in use that an earlier service had acquired. */
  onAdopted: (session: PlacedSession, poolId: string) => void;
  report: (error: unknown) => void;
}

export class SessionReports {
  readonly #deps: SessionReportsDeps;
  readonly #rows: ReportedRows;
  readonly #endListeners = new Set<() => void>();
  readonly #endingListeners = new Set<(session: SessionRecord, reason: EndReason) => void>();

  constructor(deps: SessionReportsDeps) {
    this.#deps = deps;
    this.#rows = new ReportedRows({ ...deps, rows: deps.sessions.rows });
  }

  /** Tries to store what could not be for the last time. */
  close(): void {
    this.#rows.close();
  }

  /** Calls `listener` when an end is complete. Returns a function that unsubscribes. */
  onEnd(listener: () => void): () => void {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  }

  /** Calls `listener` when an end begins. Returns a function that unsubscribes. */
  onEnding(listener: (session: SessionRecord, reason: EndReason) => void): () => void {
    this.#endingListeners.add(listener);
    return () => this.#endingListeners.delete(listener);
  }

  /** What a node reports. */
  take(link: NodeLink, message: NodeMessage): void {
    switch (message.type) {
      case "all":
        this.#takeAll(link, message);
        break;
      case "session":
        this.#hold(link, message.session, (session) => this.#rows.store({ sessions: [session] }));
        break;
      case "ending":
        this.#begin(message);
        break;
      case "ended":
        this.#complete(message.id);
        break;
      case "run":
      case "alive":
        break;
    }
  }

  /** Ends the sessions of a node that has left or is lost. */
  lose(link: NodeLink): void {
    const { remote, sessions } = this.#deps;
    const known = [...remote.of(link)].map(({ id }) => id);
    this.#lostAll([...known, ...sessions.rows.livingOn(link.id)]);
  }

  /** Ends those on record whose node has not registered any more; call it when the nodes are known. */
  loseUnregistered(): void {
    const { sessions, links } = this.#deps;
    for (const node of sessions.rows.nodesWithLiving()) {
      if (links.get(node) === undefined) this.#lostAll(sessions.rows.livingOn(node));
    }
  }

  #takeAll(link: NodeLink, { sessions: held, ends }: { sessions: HeldSession[]; ends: SessionEnd[] }): void {
    this.#endAll(ends);
    const changed: RemoteSession[] = [];
    for (const session of held) {
      const { endReason } = this.#deps.remote.get(session.record.id) ?? {};
      this.#hold(link, session, (each) => void changed.push(each));
      // Its node could not be reached when it was to end.
      if (endReason !== undefined) this.#endOn(link, session.record.id, endReason).catch(this.#deps.report);
    }
    this.#rows.store({ sessions: changed });
    const reported = new Set(held.map(({ record }) => record.id));
    const known = [...this.#deps.remote.of(link)].map(({ id }) => id);
    const onRecord = this.#deps.sessions.rows.livingOn(link.id);
    this.#lostAll([...known, ...onRecord].filter((id) => !reported.has(id)));
  }

  /**
   * Takes what a node answers of a living session; the reason when it must end, or has. Throws when that cannot be stored: its
   * caller is told that it has failed.
   */
  hold(link: NodeLink, held: HeldSession): RemoteSession | EndReason {
    return this.#hold(link, held, ({ record }) => this.#deps.sessions.rows.mirror(record));
  }

  /** `store` is called with the session when it is new or has changed. */
  #hold(
    link: NodeLink,
    held: HeldSession,
    store: (session: RemoteSession) => void,
  ): RemoteSession | EndReason {
    const { remote, sessions, report } = this.#deps;
    const { id } = held.record;
    const known = remote.get(id);
    if (known !== undefined) {
      if (known.endReason !== undefined) return known.endReason;
      // It was reported without its creation first.
      if (this.#isAbandoned(held)) {
        this.end(known, "deleted").catch(report);
        return "deleted";
      }
      if (known.update(held)) store(known);
      return known;
    }
    const stored = sessions.rows.find(id);
    const unwanted = this.#whyUnwanted(link, held, stored);
    if (unwanted !== undefined) {
      this.#endOn(link, id, unwanted).catch(report);
      return unwanted;
    }
    const session = new RemoteSession(link, held);
    store(session);
    remote.add(session);
    const { pool_id: poolId, idle } = session.record;
    if (!idle && poolId !== null) this.#deps.onAdopted(session, poolId);
    return session;
  }

  /** Why a session that is not known must end: its end is on record, or nobody has it or waits for it. */
  #whyUnwanted(link: NodeLink, held: HeldSession, stored: SessionRecord | undefined): EndReason | undefined {
    const { idle, invocation_id: invocationId, pool_id: poolId } = held.record;
    const { creations, isRunning } = this.#deps;
    if (this.#isAbandoned(held)) return "deleted";
    const ended = this.#rows.endReasonOf(held.record.id);
    if (ended !== undefined) return ended;
    if (stored?.deleted_at) return stored.end_reason ?? "node_lost";
    if (invocationId !== null && !isRunning(invocationId)) return "invocation_ended";
    // It was acquired from an earlier service, which was killed before that was stored: nobody was answered.
    if (!idle && poolId !== null && stored?.idle !== false) return "pool_discarded";
    if (!idle) return undefined;
    const isAwaited = held.creation !== undefined && creations.isUnderWay(link, held.creation);
    return isAwaited && !link.entry.draining ? undefined : "pool_discarded";
  }

  #isAbandoned({ creation }: HeldSession): boolean {
    return creation !== undefined && this.#deps.creations.isAbandoned(creation);
  }

  /** Takes it that the session's end has begun, whether or not that can be stored now. */
  #begin(end: SessionEnd): void {
    this.#rows.store({ ends: [end] });
    this.#markEnding(end);
  }

  /** Takes it that these sessions have ended. */
  #endAll(ends: readonly SessionEnd[]): void {
    this.#rows.store({ ends });
    for (const end of ends) {
      this.#markEnding(end);
      this.#complete(end.id);
    }
  }

  #markEnding({ id, reason }: SessionEnd): void {
    const session = this.#deps.remote.get(id);
    if (session === undefined || session.closing.aborted) return;
    const { record } = session;
    session.markClosing(reason);
    this.#notify(() => {
      for (const listener of this.#endingListeners) listener(record, reason);
    });
  }

  #complete(id: string): void {
    const session = this.#deps.remote.get(id);
    if (session === undefined) return;
    this.#deps.remote.delete(session);
    this.#notify(() => {
      for (const listener of this.#endListeners) listener();
    });
  }

  /** What a listener throws must not undo what a node has reported. */
  #notify(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#deps.report(error);
    }
  }

  #lostAll(ids: readonly string[]): void {
    const at = this.#deps.clock.timestamp();
    this.#endAll([...new Set(ids)].map((id) => ({ id, at, reason: "node_lost" })));
  }

  /** Ends a session; here at once, also when its node cannot be reached: that ends it when it reports it again. */
  async end(session: RemoteSession, reason: EndReason): Promise<void> {
    this.#begin({ id: session.id, at: this.#deps.clock.timestamp(), reason });
    await this.#endOn(session.node, session.id, reason);
  }

  /** Ends a session on its node; one that cannot be reached ends it when it reports it. */
  async #endOn(link: NodeLink, id: string, reason: EndReason): Promise<void> {
    const message: EndMessage = { reason };
    try {
      await link.tell(`/node/sessions/${id}/end`, message);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }
}
