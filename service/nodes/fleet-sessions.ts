// The sessions of the service that works and of its nodes, as one: places new ones where there is most room, and sends what
// concerns a node's session to that node.
import { NoAnswer } from "../http/json-request.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import { Problem } from "../kernel/problem.ts";
import { RecentSet } from "../kernel/recent-set.ts";
import type { Proxies } from "../proxies/proxies.ts";
import type { LoggedSession } from "../sessions/agent-log.ts";
import { allInUse } from "../sessions/live-sessions.ts";
import type { LocalSessions } from "../sessions/local-sessions.ts";
import { Session } from "../sessions/session.ts";
import type { SessionHolder } from "../sessions/session-changes.ts";
import type {
  HandOver,
  PlacedSession,
  RequestedChanges,
  SessionPlaces,
  SessionRequest,
} from "../sessions/session-places.ts";
import type { EndReason, SessionRecord } from "../sessions/session-rows.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { NodeLink } from "./node-link.ts";
import type { NodeLinks } from "./node-links.ts";
import type {
  AgentLogMessage,
  ChangeMessage,
  CreateMessage,
  EndMessage,
  HandOverMessage,
  HeldSession,
  NodeMessage,
  RecycleMessage,
  SessionEnd,
} from "./node-protocol.ts";
import { byFreeShare, type Place } from "./placement.ts";
import { RemoteSession, type RemoteSessions } from "./remote-sessions.ts";

const abandonedKept = 10_000;

export interface FleetSessionsDeps {
  local: LocalSessions;
  sessions: Sessions;
  remote: RemoteSessions;
  links: Pick<NodeLinks, "all" | "get" | "withFilesOf" | "isRead">;
  proxies: Pick<Proxies, "record">;
  clock: Clock;
  /** The node that runs the invocation. */
  nodeOfInvocation: (invocationId: string) => NodeLink | undefined;
  /** Whether the invocation runs on a node that has not reported it to this service yet. */
  awaitsNode: (invocationId: string) => boolean;
  /** Whether sessions of the invocation may live. */
  isRunning: (invocationId: string) => boolean;
  /** Called with a pool's session in use that an earlier service had acquired. */
  onAdopted: (session: PlacedSession, poolId: string) => void;
  report: (error: unknown) => void;
}

type Placed = Session | RemoteSession;

interface PlaceOfFleet extends Place {
  /** Undefined for this process. */
  link?: NodeLink;
}

export class FleetSessions implements SessionPlaces<Placed> {
  readonly #deps: FleetSessionsDeps;
  readonly #endListeners = new Set<() => void>();
  readonly #endingListeners = new Set<(session: SessionRecord, reason: EndReason) => void>();
  /** Creations under way, by node. */
  readonly #creating = new Map<NodeLink, number>();
  /** Creations that have failed here, whatever became of them on their node. */
  readonly #abandoned = new RecentSet<string>(abandonedKept);

  constructor(deps: FleetSessionsDeps) {
    this.#deps = deps;
  }

  get capacity(): number {
    const ofNodes = this.#deps.links.all().filter(({ entry, isLost }) => !entry.draining && !isLost);
    return this.#deps.local.capacity + ofNodes.reduce((sum, { entry }) => sum + entry.browsers, 0);
  }

  async create(request: SessionRequest, callerInvocationId?: string): Promise<Placed> {
    const { labels, invocationId = callerInvocationId } = request;
    if (labels?.name) this.#checkReported("name", labels.name);
    if (invocationId !== undefined && this.#deps.awaitsNode(invocationId))
      throw notConnected(`the invocation ${invocationId}`);
    const near = invocationId === undefined ? undefined : this.#deps.nodeOfInvocation(invocationId);
    const isNear = ({ link }: PlaceOfFleet) => link !== undefined && link === near;
    const places = byFreeShare(this.#places());
    for (const { link } of [...places.filter(isNear), ...places.filter((place) => !isNear(place))]) {
      try {
        return await (link === undefined ? this.#deps.local.create(request) : this.#createOn(link, request));
      } catch (error) {
        // Another place may have room, or be in order.
        const isFull = error instanceof Problem && error.status === 429;
        const isFaulty = error instanceof NoAnswer || (error instanceof Problem && error.status >= 500);
        if (!isFull && !(isFaulty && link !== undefined)) throw error;
        if (isFaulty) link?.rest();
      }
    }
    throw allInUse(this.capacity);
  }

  find(id: string): Placed | undefined {
    return this.#deps.local.find(id) ?? this.#deps.remote.find(id);
  }

  findByIdOrName(idOrName: string): Placed | undefined {
    const found =
      this.find(idOrName) ??
      this.#deps.local.findByIdOrName(idOrName) ??
      this.#deps.remote.inUse().find(({ record }) => record.name === idOrName);
    if (found !== undefined) return found;
    this.#checkReported("id", idOrName);
    this.#checkReported("name", idOrName);
    return undefined;
  }

  findPersistent(persistenceId: string): Placed | undefined {
    const found =
      this.#deps.local.findPersistent(persistenceId) ??
      this.#deps.remote.inUse().find(({ record }) => record.persistence_id === persistenceId);
    if (found === undefined) this.#checkReported("persistence_id", persistenceId);
    return found;
  }

  ofInvocation(invocationId: string): readonly Placed[] {
    const { local, remote } = this.#deps;
    const onNodes = remote.inUse().filter(({ record }) => record.invocation_id === invocationId);
    return [...local.ofInvocation(invocationId), ...onNodes];
  }

  /** Without those on the node that runs the invocation: that writes the lines there itself. */
  loggedOf(invocationId: string): readonly LoggedSession[] {
    const { local, remote, nodeOfInvocation } = this.#deps;
    const runner = nodeOfInvocation(invocationId);
    const elsewhere = remote
      .inUse()
      .filter(({ record, node }) => record.invocation_id === invocationId && node !== runner)
      .map(({ id, node }): LoggedSession => {
        const append: LoggedSession["append"] = async (lines) => {
          const message: AgentLogMessage = { lines: [...lines] };
          await node.tell(`/node/sessions/${id}/agent-log`, message);
        };
        return { id, append };
      });
    return [...local.loggedOf(invocationId), ...elsewhere];
  }

  isNear(session: Placed, invocationId: string): boolean {
    const node = this.#deps.nodeOfInvocation(invocationId);
    return session instanceof Session ? node === undefined : session.node === node;
  }

  checkName(name: string | null): void {
    this.#deps.local.checkName(name);
    if (name !== null) this.#checkReported("name", name);
  }

  async change(session: Placed, changes: RequestedChanges): Promise<void> {
    if (session instanceof Session) return await this.#deps.local.change(session, changes);
    const { sessions, proxies } = this.#deps;
    const { labels, telemetry, settings } = changes;
    const { proxyId, ...others } = settings ?? {};
    const proxy = proxyId && proxyId !== session.record.proxy_id ? proxies.record(proxyId) : undefined;
    const message: ChangeMessage = {
      labels,
      ...(telemetry === undefined ? {} : { telemetry }),
      ...(settings && {
        settings: { ...others, ...(proxyId === null ? { proxy: null } : {}), ...(proxy ? { proxy } : {}) },
      }),
    };
    const name = labels.name === session.record.name ? null : (labels.name ?? null);
    await sessions.whileNameReserved(name, async () => await this.#act(session, "change", message), session);
  }

  assign(session: Placed, to: SessionHolder): void {
    if (session instanceof Session) this.#deps.local.assign(session, to);
    else session.assign(to);
  }

  async handOver(session: Placed, to: HandOver): Promise<void> {
    if (session instanceof Session) return await this.#deps.local.handOver(session, to);
    const message: HandOverMessage = { holder: session.nextHolder ?? { idle: false }, ...to };
    const handOver = async () => await this.#act(session, "hand-over", message);
    await this.#deps.sessions.whileNameReserved(to.labels.name, handOver, session);
  }

  async recycle(session: Placed, to: SessionHolder): Promise<void> {
    if (session instanceof Session) return await this.#deps.local.recycle(session, to);
    session.assign(to);
    const message: RecycleMessage = { holder: to };
    await this.#act(session, "recycle", message);
  }

  async end(id: string, reason: EndReason): Promise<void> {
    const session = this.#deps.remote.get(id);
    if (session === undefined) return await this.#deps.local.end(id, reason);
    // Also when its node cannot be reached: that ends it when it reports it again.
    this.#begin(session, { id, at: this.#deps.clock.timestamp(), reason });
    await this.#endOn(session.node, id, reason);
  }

  onEnd(listener: () => void): () => void {
    const stop = this.#deps.local.onEnd(listener);
    this.#endListeners.add(listener);
    return () => {
      stop();
      this.#endListeners.delete(listener);
    };
  }

  onEnding(listener: (session: SessionRecord, reason: EndReason) => void): () => void {
    const stop = this.#deps.local.onEnding(listener);
    this.#endingListeners.add(listener);
    return () => {
      stop();
      this.#endingListeners.delete(listener);
    };
  }

  /** The node that has or had the session; undefined for one of this process, and of a node that is not there. */
  nodeOf(id: string): NodeLink | undefined {
    const { local, remote, sessions, links } = this.#deps;
    if (local.find(id) !== undefined) return undefined;
    return remote.get(id)?.node ?? links.withFilesOf(sessions.rows.find(id)?.node ?? "");
  }

  /**
   * The id of the node that had the ended session, where no node has its files; undefined for any other session. Throws
   * Problem 503 while the nodes are not known.
   */
  goneNodeOf(id: string): string | undefined {
    const record = this.#deps.sessions.rows.find(id);
    if (!record?.node || record.deleted_at === null) return undefined;
    if (this.nodeOf(id) !== undefined) return undefined;
    if (!this.#deps.links.isRead) throw notConnected(`the session ${id}`);
    return record.node;
  }

  /** What a node reports. */
  take(link: NodeLink, message: NodeMessage): void {
    switch (message.type) {
      case "all":
        this.#deps.sessions.rows.together(() => this.#takeAll(link, message));
        break;
      case "session":
        this.#hold(link, message.session);
        break;
      case "ending":
        this.#takeEnd(message);
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
    sessions.rows.together(() => this.#lostAll([...known, ...sessions.rows.livingOn(link.id)]));
  }

  /** Ends those on record whose node has not registered any more; call it when the nodes are known. */
  loseUnregistered(): void {
    const { sessions, links } = this.#deps;
    for (const node of sessions.rows.nodesWithLiving()) {
      if (links.get(node) === undefined) this.#lostAll(sessions.rows.livingOn(node));
    }
  }

  /** Ends the idle browsers of a node that takes no new work: their pools fill up elsewhere. */
  drain(link: NodeLink): void {
    for (const { id, record } of this.#deps.remote.of(link)) {
      if (record.idle) this.end(id, "pool_discarded").catch(this.#deps.report);
    }
  }

  #places(): PlaceOfFleet[] {
    const { sessions, remote, links } = this.#deps;
    const here = { capacity: sessions.maxBrowsers, used: sessions.liveCount, accepts: true };
    const there = links.all().map((link) => ({
      link,
      capacity: link.entry.browsers,
      used: remote.of(link).size + (this.#creating.get(link) ?? 0),
      accepts: link.accepts,
    }));
    return [here, ...there];
  }

  async #createOn(
    link: NodeLink,
    { proxyId, extensions, ...request }: SessionRequest,
  ): Promise<RemoteSession> {
    const { sessions, proxies } = this.#deps;
    const creation = newId();
    const message: CreateMessage = {
      ...{ ...request, creation },
      ...(proxyId === undefined ? {} : { proxy: proxies.record(proxyId) }),
      ...(extensions ? { extensions: [...extensions] } : {}),
    };
    return await sessions.whileNameReserved(request.labels?.name ?? null, async () => {
      this.#creating.set(link, (this.#creating.get(link) ?? 0) + 1);
      try {
        const session = this.#hold(link, await link.act("/node/sessions", message));
        if (session === undefined) throw new NoAnswer("the session ended while it was created");
        return session;
      } catch (error) {
        this.#abandon(link, creation);
        throw error;
      } finally {
        const left = (this.#creating.get(link) ?? 1) - 1;
        if (left > 0) this.#creating.set(link, left);
        else this.#creating.delete(link);
      }
    });
  }

  /** Ends what a creation without an answer has made, now or when its node reports it. */
  #abandon(link: NodeLink, creation: string): void {
    this.#abandoned.add(creation);
    for (const session of this.#deps.remote.of(link)) {
      if (session.creation === creation) this.end(session.id, "deleted").catch(this.#deps.report);
    }
  }

  async #act(session: RemoteSession, act: string, message: object): Promise<void> {
    const held = await session.node
      .act(`/node/sessions/${session.id}/${act}`, message)
      .catch((error: unknown) => {
        throw error instanceof NoAnswer ? unreachable(session.node) : error;
      });
    this.#hold(session.node, held);
  }

  async #endOn(link: NodeLink, id: string, reason: EndReason): Promise<void> {
    const message: EndMessage = { reason };
    try {
      await link.tell(`/node/sessions/${id}/end`, message);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }

  #takeAll(link: NodeLink, { sessions: held, ends }: { sessions: HeldSession[]; ends: SessionEnd[] }): void {
    for (const end of ends) {
      this.#takeEnd(end);
      this.#complete(end.id);
    }
    for (const session of held) {
      this.#hold(link, session);
      // Its node could not be reached when it was to end.
      const { endReason } = this.#deps.remote.get(session.record.id) ?? {};
      if (endReason !== undefined) this.#endOn(link, session.record.id, endReason).catch(this.#deps.report);
    }
    const reported = new Set(held.map(({ record }) => record.id));
    const known = [...this.#deps.remote.of(link)].map(({ id }) => id);
    const onRecord = this.#deps.sessions.rows.livingOn(link.id);
    this.#lostAll([...known, ...onRecord].filter((id) => !reported.has(id)));
  }

  /** Takes a report of a living session; undefined when it must end, or has. */
  #hold(link: NodeLink, held: HeldSession): RemoteSession | undefined {
    const { remote, sessions } = this.#deps;
    const { id } = held.record;
    const known = remote.get(id);
    if (known !== undefined) {
      if (known.closing.aborted) return undefined;
      if (known.update(held)) sessions.rows.mirror(known.record);
      return known;
    }
    const stored = sessions.rows.find(id);
    const unwanted = this.#whyUnwanted(link, held, stored);
    if (unwanted !== undefined) {
      this.#endOn(link, id, unwanted).catch(this.#deps.report);
      return undefined;
    }
    const session = new RemoteSession(link, held);
    remote.add(session);
    sessions.rows.mirror(session.record);
    const { pool_id: poolId, idle } = session.record;
    if (stored !== undefined && !idle && poolId !== null) this.#deps.onAdopted(session, poolId);
    return session;
  }

  /** Why a session that is not known must end: its end is on record, or nobody waits for it. */
  #whyUnwanted(
    link: NodeLink,
    { record, creation }: HeldSession,
    stored: SessionRecord | undefined,
  ): EndReason | undefined {
    const { idle, invocation_id: invocationId } = record;
    if (creation !== undefined && this.#abandoned.has(creation)) return "deleted";
    if (stored?.deleted_at) return stored.end_reason ?? "node_lost";
    if (invocationId !== null && !this.#deps.isRunning(invocationId)) return "invocation_ended";
    const isAwaited = (this.#creating.get(link) ?? 0) > 0 && !link.entry.draining;
    return idle && !isAwaited ? "pool_discarded" : undefined;
  }

  #takeEnd(end: SessionEnd): void {
    const session = this.#deps.remote.get(end.id);
    if (session === undefined) this.#deps.sessions.rows.end(end.id, end.at, end.reason);
    else this.#begin(session, end);
  }

  #begin(session: RemoteSession, { id, at, reason }: SessionEnd): void {
    if (session.closing.aborted) return;
    // Idle on record only while it is idle here.
    this.#deps.sessions.rows.end(id, at, reason);
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

  /**
   * Throws Problem 503 for a session that is in use on record but not reported yet, such as after a takeover: it may be
   * living.
   */
  #checkReported(column: "id" | "name" | "persistence_id", value: string): void {
    const { sessions, remote } = this.#deps;
    const record = sessions.rows.findOnNodes(column, value);
    if (record === undefined || remote.get(record.id) !== undefined) return;
    throw notConnected(`the session ${record.id}`);
  }

  #lostAll(ids: readonly string[]): void {
    const at = this.#deps.clock.timestamp();
    for (const id of new Set(ids)) {
      this.#takeEnd({ id, at, reason: "node_lost" });
      this.#complete(id);
    }
  }
}

const notConnected = (what: string) =>
  new Problem(503, "node_unreachable", `the node of ${what} is not connected`, {
    headers: { "retry-after": "2" },
  });
const unreachable = ({ entry }: NodeLink) =>
  new Problem(503, "node_unreachable", `the node ${entry.name} of this session cannot be reached`, {
    headers: { "retry-after": "5" },
  });
