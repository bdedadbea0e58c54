// The nodes of the service that works, put together: which there are, their sessions, and what they send it.
import type { FastifyInstance } from "fastify";
import type { ProfileState } from "../chromium/profile-state.ts";
import type { ForwardTo } from "../http/forward.ts";
import type { Access } from "../kernel/access.ts";
import type { SharedStatePaces } from "../kernel/paces.ts";
import { onStandby, Problem } from "../kernel/problem.ts";
import type { StateOrigin } from "../profiles/profiles.ts";
import type { RunnerRoute } from "../sessions/browser-resources.ts";
import type { SessionTokens } from "../sessions/session-tokens.ts";
import { Creations } from "./creations.ts";
import { FleetInvocations, type FleetInvocationsDeps } from "./fleet-invocations.ts";
import { nodeTarget } from "./fleet-routing.ts";
import { FleetSessions, type FleetSessionsDeps } from "./fleet-sessions.ts";
import { InvocationQueue } from "./invocation-queue.ts";
import type { NodeLink } from "./node-link.ts";
import { NodeLinks } from "./node-links.ts";
import { claimMessage, type NodeMessage, savedProfileMessage } from "./node-protocol.ts";
import { nodeBodyLimit, requireService } from "./node-routes.ts";
import { NodeTable } from "./node-table.ts";
import { RemoteSessions } from "./remote-sessions.ts";
import { SessionReports, type SessionReportsDeps } from "./session-reports.ts";

export interface FleetDeps {
  /** `postgres://user:password@host:port/database`. */
  databaseUrl: string;
  /** See `nodeKey`. */
  key: string;
  /** See `termHeader`. */
  term: string;
  access: Access;
  tokens: SessionTokens;
  paces: SharedStatePaces;
  /** The address that clients use. */
  publicUrl: () => string;
  warn: (message: string) => void;
  report: (error: unknown) => void;
}

type JoinDeps = Pick<FleetSessionsDeps, "local" | "sessions" | "proxies" | "awaitsNode"> &
  Pick<SessionReportsDeps, "clock" | "retryMs" | "isRunning" | "onAdopted">;

interface FleetStart extends Pick<FleetInvocationsDeps, "invocations" | "stored"> {
  signal?: AbortSignal | undefined;
}

export interface FleetRoutesDeps {
  /** See `Profiles.saved`. */
  saveProfile: (profileId: string, state: ProfileState, origin?: StateOrigin) => Promise<void>;
}

export class Fleet {
  readonly remote = new RemoteSessions();
  readonly #deps: FleetDeps;
  readonly #table: NodeTable;
  readonly #links: NodeLinks;
  #queue: InvocationQueue | undefined;
  #invocations: FleetInvocations | undefined;
  #sessions: FleetSessions | undefined;
  #reports: SessionReports | undefined;

  constructor(deps: FleetDeps) {
    this.#deps = deps;
    const { key, term, paces, publicUrl, warn, report } = deps;
    this.#table = new NodeTable(deps.databaseUrl);
    this.#links = new NodeLinks({
      table: this.#table,
      key,
      term,
      paces,
      publicUrl,
      warn,
      report,
      onMessage: (link, message) => this.#take(link, message),
      onLost: (link) => {
        // The invocations first: their sessions end with the node, not as the cause of their end.
        this.#invocations?.lose(link);
        this.#reports?.lose(link);
      },
      onDraining: (link) => this.#sessions?.drain(link),
      onRead: () => {
        this.#invocations?.loseUnregistered();
        this.#reports?.loseUnregistered();
      },
    });
  }

  /** The sessions of this service and its nodes as one. Call it once, before `start`. */
  join({ retryMs, isRunning, onAdopted, ...deps }: JoinDeps): FleetSessions {
    const shared = {
      remote: this.remote,
      links: this.#links,
      creations: new Creations(),
      sessions: deps.sessions,
      clock: deps.clock,
      report: this.#deps.report,
    };
    this.#reports = new SessionReports({ ...shared, retryMs, isRunning, onAdopted });
    this.#sessions = new FleetSessions({
      ...deps,
      ...shared,
      reports: this.#reports,
      nodeOfInvocation: (id) => this.#invocations?.nodeOf(id),
    });
    return this.#sessions;
  }

  readonly runnerRoute: RunnerRoute = (invocationId, sessionId) => {
    const own = this.#invocations?.nodeOf(invocationId);
    return own && { url: own.entry.address, node: this.remote.get(sessionId)?.node.entry.address };
  };

  readonly forwardTo: ForwardTo = async (request) =>
    await nodeTarget(
      {
        ...this.#deps,
        nodeOf: (id) => this.#sessions?.nodeOf(id),
        goneNodeOf: async (id) => {
          const node = this.#sessions?.goneNodeOf(id);
          return node && ((await this.#table.nameOf(node).catch(() => undefined)) ?? node);
        },
      },
      request,
    );

  /** What nodes send, and the list of nodes for operators. */
  register(app: FastifyInstance, { saveProfile }: FleetRoutesDeps): void {
    const { access } = this.#deps;
    app.put<{ Params: { id: string } }>(
      "/node/profile-states/:id",
      { bodyLimit: nodeBodyLimit, onRequest: async (request) => requireService(access, request) },
      async (request, reply) => {
        const { ageMs, basedOn, ...state } = savedProfileMessage.parse(request.body);
        await saveProfile(request.params.id, state, ageMs === undefined ? undefined : { ageMs, basedOn });
        return reply.code(204).send();
      },
    );
    app.post(
      "/node/runs/claim",
      { onRequest: async (request) => requireService(access, request) },
      async (request, reply) => {
        const { invocationId, node } = claimMessage.parse(request.body);
        // Not that it does not wait: an earlier service may have given it to this node.
        if (this.#invocations === undefined) throw onStandby("this service has not started yet");
        const claimed = await this.#invocations.claim(this.#connected(node), invocationId);
        return claimed ?? reply.code(204).send();
      },
    );
    app.get("/nodes", { exposeHeadRoute: false }, async (request) => {
      access.caller(request.headers.authorization);
      const byName = this.#links
        .all()
        .toSorted((one, other) => one.entry.name.localeCompare(other.entry.name));
      return byName.map((link) => ({
        name: link.entry.name,
        address: link.entry.address,
        state: link.isOpen ? (link.entry.draining ? "draining" : "connected") : "unreachable",
        ...(link.isOpen ? {} : { reason: link.whyUnreachable }),
        browsers: link.entry.browsers,
        used: this.remote.of(link).size,
      }));
    });
  }

  /** Throws Problem 503 for a node that the request to stop a run does not reach: its queue hands the invocation out again. */
  #connected(id: string): NodeLink {
    const link = this.#links.get(id);
    if (link?.isOpen) return link;
    throw new Problem(503, "node_unreachable", "this service is not connected to that node");
  }

  #take(link: NodeLink, message: NodeMessage): void {
    this.#reports?.take(link, message);
    if (message.type === "run") this.#invocations?.take(link, message);
    if (message.type === "all") this.#invocations?.reconcile(link, message);
  }

  /**
   * Looks for nodes from now on, which may run invocations as well. Waits for the database; does nothing when `signal` aborts
   * before.
   */
  async start({ invocations, stored, signal }: FleetStart): Promise<void> {
    const { databaseUrl, paces, report, warn } = this.#deps;
    const { retryMs } = paces;
    this.#queue = await InvocationQueue.open(databaseUrl, {
      supervises: true,
      retryMs,
      report,
      warn,
      signal,
    });
    if (this.#queue === undefined) return;
    this.#invocations = new FleetInvocations({
      queue: this.#queue,
      invocations,
      stored,
      report,
      retryMs,
      hasNodes: () => this.#links.all().length > 0,
      successorOf: (node) => this.#links.withFilesOf(node),
    });
    await this.#links.start();
  }

  /** Offers a waiting invocation to the nodes. */
  offer(invocationId: string): void {
    this.#invocations?.offer(invocationId);
  }

  /** See `FleetInvocations.offerAgain`. */
  offerAgain(): void {
    this.#invocations?.offerAgain();
  }

  async close(): Promise<void> {
    this.#links.close();
    this.#invocations?.close();
    this.#reports?.close();
    await this.#queue?.close();
    await this.#table.close();
  }
}
