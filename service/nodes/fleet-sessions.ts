// The sessions of the service that works and of its nodes, as one: places new ones where there is most room, and sends what
// concerns a node's session to that node. What nodes report of them is in `SessionReports`.
import { NoAnswer } from "../http/json-request.ts";
import { newId } from "../kernel/ids.ts";
import { internalError, isShuttingDown, Problem } from "../kernel/problem.ts";
import type { Proxies } from "../proxies/proxies.ts";
import type { LoggedSession } from "../sessions/agent-log.ts";
import { allInUse, noneConnected, noRunningInvocation, unknownSession } from "../sessions/live-sessions.ts";
import type { LocalSessions } from "../sessions/local-sessions.ts";
import { Session } from "../sessions/session.ts";
import type { SessionHolder } from "../sessions/session-changes.ts";
import type {
  HandOver,
  RequestedChanges,
  SessionPlaces,
  SessionRequest,
} from "../sessions/session-places.ts";
import type { EndReason, SessionKey, SessionRecord } from "../sessions/session-rows.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Creations } from "./creations.ts";
import { type NodeLink, restMs } from "./node-link.ts";
import type { NodeLinks } from "./node-links.ts";
import type {
  AgentLogMessage,
  ChangeMessage,
  CreateMessage,
  HandOverMessage,
  RecycleMessage,
} from "./node-protocol.ts";
import { byFreeShare, type Place } from "./placement.ts";
import type { RemoteSession, RemoteSessions } from "./remote-sessions.ts";
import type { SessionReports } from "./session-reports.ts";

export interface FleetSessionsDeps {
  local: LocalSessions;
  sessions: Sessions;
  remote: RemoteSessions;
  links: Pick<NodeLinks, "all" | "withFilesOf" | "isRead">;
  creations: Creations;
  reports: SessionReports;
  proxies: Pick<Proxies, "record">;
  /** The node that runs the invocation. */
  nodeOfInvocation: (invocationId: string) => NodeLink | undefined;
  /** Whether the invocation runs on a node that has not reported it to this service yet. */
  awaitsNode: (invocationId: string) => boolean;
  report: (error: unknown) => void;
}

type Placed = Session | RemoteSession;

/** What may be wrong with a node. */
type Fault = Problem | NoAnswer;

interface PlaceOfFleet extends Place {
  /** Undefined for this process. */
  link?: NodeLink;
}

/** From the node of an action to that of a browser; undefined: this process. */
function distanceOf(place: NodeLink | undefined, runner: NodeLink | undefined): 0 | 1 | 2 {
  if (place === runner) return 0;
  return place === undefined ? 2 : 1;
}

export class FleetSessions implements SessionPlaces<Placed> {
  readonly #deps: FleetSessionsDeps;
  /** Until when this process gets only sessions that no node starts, by the monotonic clock. */
  #restsUntilMs = 0;

  constructor(deps: FleetSessionsDeps) {
    this.#deps = deps;
  }

  get capacity(): number {
    const ofNodes = this.#deps.links.all().filter(({ entry, isLost }) => !entry.draining && !isLost);
    return this.#deps.local.capacity + ofNodes.reduce((sum, { entry }) => sum + entry.browsers, 0);
  }

  async create(request: SessionRequest, callerInvocationId?: string): Promise<Placed> {
    const { labels, invocationId = callerInvocationId } = request;
    if (labels?.name) this.checkReported("name", labels.name);
    this.checkCaller(invocationId);
    const runner = invocationId === undefined ? undefined : this.#deps.nodeOfInvocation(invocationId);
    const all = this.#places();
    const full = all.filter(({ accepts, capacity, used }) => accepts && capacity > 0 && used >= capacity);
    const places = byFreeShare(all);
    // What a node runs may outlive this process, with all but the browsers of this process.
    if (runner) places.sort((one, other) => distanceOf(one.link, runner) - distanceOf(other.link, runner));
    // While this process rests, it only gets what no node starts.
    if (performance.now() < this.#restsUntilMs)
      places.sort((one, other) => Number(one.link === undefined) - Number(other.link === undefined));
    let fault: Problem | undefined;
    /** Put the places to rest whose faults may be due to what is requested. */
    const suspects: (() => void)[] = [];
    for (const place of places) {
      const { link } = place;
      try {
        const placed = await (link === undefined
          ? this.#deps.local.create(request)
          : this.#createOn(link, request));
        for (const rest of suspects) rest();
        return placed;
      } catch (error) {
        // Another place may have room, support it, or be in order.
        if (error instanceof Problem && error.status === 429) full.push(place);
        else {
          const { problem, rest } = this.#faultOf(link, error);
          fault ??= problem;
          if (error instanceof NoAnswer || !mayBeAtFault(request)) rest?.();
          else if (rest) suspects.push(rest);
        }
      }
    }
    if (full.length > 0) throw allInUse(full.reduce((sum, { capacity }) => sum + capacity, 0));
    const isResting = this.#deps.links.all().some((link) => link.fault instanceof Problem);
    throw fault ?? (isResting ? allResting() : noneConnected());
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
    this.checkReported("id", idOrName);
    this.checkReported("name", idOrName);
    return undefined;
  }

  findPersistent(persistenceId: string): Placed | undefined {
    const found =
      this.#deps.local.findPersistent(persistenceId) ??
      this.#deps.remote.inUse().find(({ record }) => record.persistence_id === persistenceId);
    if (found === undefined) this.checkReported("persistence_id", persistenceId);
    return found;
  }

  checkReported(key: SessionKey, value: string): void {
    const { sessions, remote } = this.#deps;
    for (const { id } of sessions.rows.listOnNodes(key, value))
      if (remote.get(id) === undefined) throw notConnected(`the session ${id}`);
  }

  ofInvocation(invocationId: string): readonly Placed[] {
    const { local, remote } = this.#deps;
    const onNodes = remote.inUse().filter(({ record }) => record.invocation_id === invocationId);
    return [...local.ofInvocation(invocationId), ...onNodes];
  }

  /**
   * Without those on the node that runs the invocation: that writes the lines there itself. Without those that are being handed
   * over, too: they are given all lines with the first one after that.
   */
  loggedOf(invocationId: string): readonly LoggedSession[] {
    const { local, remote, nodeOfInvocation } = this.#deps;
    const runner = nodeOfInvocation(invocationId);
    const elsewhere = remote
      .inUse()
      .filter(({ invocationOnNode, node }) => invocationOnNode === invocationId && node !== runner)
      .map(({ id, lease, node }): LoggedSession => {
        const append: LoggedSession["append"] = async (lines) => {
          const message: AgentLogMessage = { lease, lines: [...lines] };
          await node.tell(`/node/sessions/${id}/agent-log`, message);
        };
        return { lease, append };
      });
    return [...local.loggedOf(invocationId), ...elsewhere];
  }

  distance(session: Placed, invocationId: string): 0 | 1 | 2 {
    const runner = this.#deps.nodeOfInvocation(invocationId);
    return distanceOf(session instanceof Session ? undefined : session.node, runner);
  }

  checkCaller(invocationId: string | undefined): void {
    if (invocationId !== undefined && this.#deps.awaitsNode(invocationId))
      throw notConnected(`the invocation ${invocationId}`);
  }

  checkName(name: string | null): void {
    this.#deps.local.checkName(name);
    if (name !== null) this.checkReported("name", name);
  }

  async change(session: Placed, changes: RequestedChanges, lease: string): Promise<void> {
    if (session instanceof Session) return await this.#deps.local.change(session, changes, lease);
    const { sessions, proxies } = this.#deps;
    const { labels, telemetry, settings } = changes;
    const { proxyId, ...others } = settings ?? {};
    const proxy = proxyId && proxyId !== session.record.proxy_id ? proxies.record(proxyId) : undefined;
    const message: ChangeMessage = {
      lease,
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
    if (session === undefined) await this.#deps.local.end(id, reason);
    else await this.#deps.reports.end(session, reason);
  }

  onEnd(listener: () => void): () => void {
    const { local, reports } = this.#deps;
    return both(local.onEnd(listener), reports.onEnd(listener));
  }

  onEnding(listener: (session: SessionRecord, reason: EndReason) => void): () => void {
    const { local, reports } = this.#deps;
    return both(local.onEnding(listener), reports.onEnding(listener));
  }

  /**
   * The node that has or had the session; undefined for one of this process, and for one that has ended on a node that is not
   * there. Throws Problem 503 for one that is living on record while its node is not known.
   */
  nodeOf(id: string): NodeLink | undefined {
    const { local, remote, sessions, links } = this.#deps;
    if (local.find(id) !== undefined) return undefined;
    const reported = remote.get(id)?.node;
    if (reported !== undefined) return reported;
    const record = sessions.rows.find(id);
    if (!record?.node) return undefined;
    const link = links.withFilesOf(record.node);
    if (link === undefined && record.deleted_at === null) throw notConnected(`the session ${id}`);
    return link;
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

  /** Ends the idle browsers of a node that takes no new work: their pools fill up elsewhere. */
  drain(link: NodeLink): void {
    for (const { id, record } of this.#deps.remote.of(link)) {
      if (record.idle) this.end(id, "pool_discarded").catch(this.#deps.report);
    }
  }

  /**
   * What it means that a place could not create a session, while others are left. `problem`: for the client, if none of them
   * can either; undefined for a node that gave no answer. `rest`: puts the place to rest; undefined where nothing is wrong with
   * it. Reports what is wrong, and throws `error` again where that is about what was requested.
   */
  #faultOf(link: NodeLink | undefined, error: unknown): { problem?: Problem; rest?: () => void } {
    if (error instanceof Problem && error.status === 501) return { problem: error };
    if (link === undefined) {
      if (error instanceof Problem) throw error;
      this.#deps.report(error);
      return { problem: internalError(), rest: () => this.#rest() };
    }
    if (!isFault(error)) throw error;
    const rest = () => link.rest(error);
    if (error instanceof NoAnswer) return { rest };
    const what = `the node ${link.entry.name} could not start a browser: ${error.message}`;
    this.#deps.report(new Error(what, { cause: error }));
    return { problem: error, rest };
  }

  #places(): PlaceOfFleet[] {
    const { sessions, remote, links, creations } = this.#deps;
    const here = { capacity: sessions.maxBrowsers, used: sessions.liveCount, accepts: true };
    const there = links.all().map((link) => ({
      link,
      capacity: link.entry.browsers,
      used: remote.of(link).size + creations.countOn(link),
      accepts: link.accepts,
    }));
    return [here, ...there];
  }

  #rest(): void {
    this.#restsUntilMs = performance.now() + restMs;
  }

  async #createOn(
    link: NodeLink,
    { proxyId, extensions, ...request }: SessionRequest,
  ): Promise<RemoteSession> {
    const { sessions, proxies, creations, reports } = this.#deps;
    const creation = newId();
    const message: CreateMessage = {
      ...request,
      creation,
      ...(proxyId === undefined ? {} : { proxy: proxies.record(proxyId) }),
      ...(extensions ? { extensions: [...extensions] } : {}),
    };
    const create = async () => {
      const held = await link.act("/node/sessions", message).catch((error: unknown) => {
        throw isShuttingDown(error) ? new NoAnswer(error.message) : error;
      });
      const session = reports.hold(link, held);
      if (typeof session !== "string") return session;
      // Somebody has ended it on purpose: that is no fault of the node.
      if (session === "deleted") throw unknownSession(held.record.id);
      if (session === "invocation_ended") throw noRunningInvocation(String(held.record.invocation_id));
      throw new NoAnswer("the session ended while it was created");
    };
    return await sessions.whileNameReserved(request.labels?.name ?? null, async () => {
      try {
        return await creations.count(link, creation, create);
      } catch (error) {
        this.#abandon(link, creation);
        throw error;
      }
    });
  }

  /** Ends what a creation without an answer has made, now or when its node reports it. */
  #abandon(link: NodeLink, creation: string): void {
    this.#deps.creations.abandon(creation);
    for (const session of this.#deps.remote.of(link)) {
      if (session.creation === creation) this.end(session.id, "deleted").catch(this.#deps.report);
    }
  }

  /** Throws Problem 404 when the session has ended, or has another holder than its node answers, before the answer is read. */
  async #act(session: RemoteSession, act: string, message: object): Promise<void> {
    const held = await session.node
      .act(`/node/sessions/${session.id}/${act}`, message)
      .catch((error: unknown) => {
        throw error instanceof NoAnswer ? unreachable(session.node) : error;
      });
    const known = this.#deps.reports.hold(session.node, held);
    if (typeof known === "string" || known.lease !== held.lease) throw unknownSession(session.id);
  }
}

const isFault = (error: unknown): error is Fault =>
  error instanceof NoAnswer || (error instanceof Problem && error.status >= 500);
/** Whether a browser may not start because of what is requested. */
const mayBeAtFault = ({ profile, extensions = [] }: SessionRequest) =>
  profile?.state !== undefined || extensions.length > 0;
/** A node has said why to the one whose browser it could not start. */
const allResting = () =>
  new Problem(
    503,
    "unavailable",
    "no node can start a browser at present; the service's log has the reason",
    {
      headers: { "retry-after": "5" },
    },
  );
const notConnected = (what: string) =>
  new Problem(503, "node_unreachable", `the node of ${what} is not connected`, {
    headers: { "retry-after": "2" },
  });
const unreachable = ({ entry }: NodeLink) =>
  new Problem(503, "node_unreachable", `the node ${entry.name} of this session cannot be reached`, {
    headers: { "retry-after": "5" },
  });
const both = (one: () => void, other: () => void) => () => {
  one();
  other();
};
