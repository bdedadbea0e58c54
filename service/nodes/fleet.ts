// The nodes of the service that works, put together: which there are, their sessions, and what they send it.
import type { FastifyInstance } from "fastify";
import { type ProfileState, profileState } from "../chromium/profile-state.ts";
import type { ForwardTo } from "../http/forward.ts";
import type { Access } from "../kernel/access.ts";
import type { SharedStatePaces } from "../kernel/paces.ts";
import type { SessionTokens } from "../sessions/session-tokens.ts";
import { nodeTarget } from "./fleet-routing.ts";
import { FleetSessions, type FleetSessionsDeps } from "./fleet-sessions.ts";
import { NodeLinks } from "./node-links.ts";
import { nodeBodyLimit, requireService } from "./node-routes.ts";
import type { NodeTable } from "./node-table.ts";
import { RemoteSessions } from "./remote-sessions.ts";

export interface FleetDeps {
  table: NodeTable;
  /** See `nodeKey`. */
  key: string;
  access: Access;
  tokens: SessionTokens;
  paces: SharedStatePaces;
  /** The address that clients use. */
  publicUrl: () => string;
  warn: (message: string) => void;
  report: (error: unknown) => void;
}

export interface FleetRoutesDeps {
  /** Stores the state of a profile. */
  saveProfile: (profileId: string, state: ProfileState) => Promise<void>;
}

export class Fleet {
  readonly remote = new RemoteSessions();
  readonly #deps: FleetDeps;
  readonly #links: NodeLinks;
  #sessions: FleetSessions | undefined;

  constructor(deps: FleetDeps) {
    this.#deps = deps;
    const { table, key, paces, publicUrl, warn, report } = deps;
    this.#links = new NodeLinks({
      ...{ table, key, paces, publicUrl, warn, report },
      onMessage: (link, message) => this.#sessions?.take(link, message),
      onLost: (link) => this.#sessions?.lose(link),
      onDraining: (link) => this.#sessions?.drain(link),
      onRead: () => this.#sessions?.loseUnregistered(),
    });
  }

  /** The sessions of this service and its nodes as one. Call it once, before `start`. */
  join(deps: Omit<FleetSessionsDeps, "remote" | "links" | "report">): FleetSessions {
    const { report } = this.#deps;
    const sessions = new FleetSessions({ ...deps, remote: this.remote, links: this.#links, report });
    this.#sessions = sessions;
    return sessions;
  }

  readonly forwardTo: ForwardTo = async (request) =>
    await nodeTarget({ ...this.#deps, nodeOf: (id) => this.#sessions?.nodeOf(id) }, request);

  /** What nodes send, and the list of nodes for operators. */
  register(app: FastifyInstance, { saveProfile }: FleetRoutesDeps): void {
    const { access } = this.#deps;
    app.put<{ Params: { id: string } }>(
      "/node/profile-states/:id",
      { bodyLimit: nodeBodyLimit, onRequest: async (request) => requireService(access, request) },
      async (request, reply) => {
        await saveProfile(request.params.id, profileState.parse(request.body));
        return reply.code(204).send();
      },
    );
    app.get("/nodes", { exposeHeadRoute: false }, async (request) => {
      access.caller(request.headers.authorization);
      return this.#links.all().map((link) => ({
        name: link.entry.name,
        address: link.entry.address,
        state: link.entry.draining ? "draining" : link.isOpen ? "connected" : "unreachable",
        browsers: link.entry.browsers,
        used: this.remote.of(link).size,
      }));
    });
  }

  /** Looks for nodes from now on. */
  start(): void {
    this.#links.start();
  }

  async close(): Promise<void> {
    this.#links.close();
    await this.#deps.table.close();
  }
}
