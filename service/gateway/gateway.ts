// The addresses that carry a session's jwt instead of the bearer token: DevTools endpoint and live view. `#authorize`
// checks every entry before the session is used.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type DevTools, DevToolsClosed, DevToolsRefusal } from "../chromium/devtools.ts";
import { respondOnSocket } from "../http/problem-response.ts";
import type { Clock } from "../kernel/clock.ts";
import { badRequest, notFound, Problem } from "../kernel/problem.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionTokens, TokenClaims, TokenPurpose } from "../sessions/session-tokens.ts";
import type { Sessions } from "../sessions/sessions.ts";
import {
  type DevToolsAddress,
  devtoolsPath,
  listAnswer,
  targetOfPath,
  versionAnswer,
} from "./devtools/devtools-http.ts";
import { DevToolsSockets } from "./devtools/devtools-socket.ts";
import { endedAddress, LiveView, problemText } from "./live-view/live-view.ts";
import { leaseMs } from "./live-view/live-view-leases.ts";
import { livePage } from "./live-view/page.ts";
import { type PageAnswer, sendPage } from "./page/page.ts";

export interface GatewayDeps {
  sessions: Sessions;
  tokens: SessionTokens;
  clock: Clock;
  /** See `Sessions.devtoolsUrl`. */
  devtoolsUrl: () => string;
  /** The address of the live view's page, without a jwt. */
  viewUrl: () => string;
  /** Origins whose pages may show the live view in a frame, as CSP sources. */
  frameOrigins: readonly string[];
  /** Receives unexpected errors. */
  report: (error: unknown) => void;
}

export class Gateway {
  readonly #deps: GatewayDeps;
  readonly #liveView: LiveView;
  readonly #devtools = new DevToolsSockets();

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
    this.#liveView = new LiveView(deps.clock);
  }

  /** Handles the server's WebSocket upgrades and adds the live view page and what DevTools answers over HTTP. */
  register(app: FastifyInstance): void {
    app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // The client may disconnect while its token is checked.
      socket.on("error", () => socket.destroy());
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        if (!(error instanceof Problem)) this.#deps.report(error);
        respondOnSocket(socket, asProblem(error));
      });
    });
    app.get("/browser/remote", { exposeHeadRoute: false }, async (request, reply) => {
      const host = request.headers.host ?? "";
      return await sendPage(request, reply, {
        page: () => this.#page(request, host),
        ofProblem: (problem) => livePage({ host, message: problemText(problem) }),
        frameOrigins: this.#deps.frameOrigins,
      });
    });
    this.#registerLeases(app);
    const answers = { version: versionAnswer, list: listAnswer, "": listAnswer };
    for (const [name, answer] of Object.entries(answers)) {
      const path = `${devtoolsPath}/json${name === "" ? "" : `/${name}`}`;
      const serve = async (request: FastifyRequest) => await this.#describe(request, answer);
      // Some clients end the path with a slash.
      for (const url of [path, `${path}/`]) app.get(url, { exposeHeadRoute: false }, serve);
    }
  }

  /** With the address of a live view its holder makes one that can be ended, renews that, and ends it. */
  #registerLeases(app: FastifyInstance): void {
    const { leases } = this.#liveView;
    const leaseOf = async (request: FastifyRequest) => {
      const { claims } = await this.#authorize(new URL(request.url, "http://service"), "view");
      if (claims.viewLease === undefined) throw badRequest("this address has no lease; POST makes one");
      return claims.viewLease;
    };
    app.post("/browser/remote", async (request, reply) => {
      const { claims } = await this.#authorize(new URL(request.url, "http://service"), "view");
      if (claims.viewLease !== undefined) throw badRequest("this address has a lease already; PUT renews it");
      const jwt = this.#deps.tokens.sign({ ...claims, viewLease: leases.make() });
      return reply
        .code(201)
        .send({ url: `${this.#deps.viewUrl()}?jwt=${jwt}`, expires_in_seconds: leaseMs / 1000 });
    });
    app.put("/browser/remote", async (request, reply) => {
      if (!leases.renew(await leaseOf(request))) throw endedAddress();
      return reply.code(204).send();
    });
    app.delete("/browser/remote", async (request, reply) => {
      leases.end(await leaseOf(request));
      return reply.code(204).send();
    });
  }

  async #describe<Answer>(
    request: FastifyRequest,
    answer: (devtools: DevTools, address: DevToolsAddress) => Promise<Answer>,
  ): Promise<Answer> {
    const url = new URL(request.url, "http://service");
    const { session } = await this.#authorize(url, "cdp");
    const search = `?${new URLSearchParams({ jwt: url.searchParams.get("jwt") ?? "" })}`;
    return await answer(session.devtools, { base: this.#deps.devtoolsUrl(), search });
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? "/", "http://service");
    if (url.pathname === "/browser/remote/socket") {
      try {
        const { session, claims } = await this.#authorize(url, "view_socket");
        return this.#liveView.serve(session, claims, request, socket, head);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return this.#liveView.refuse(error, request, socket, head);
      }
    }
    const targetId = targetOfPath(url.pathname);
    if (targetId === undefined) throw notFound(`a WebSocket at ${url.pathname}`);
    const { session } = await this.#authorize(url, "cdp");
    const client = { request, socket, head };
    await this.#devtools
      .serve(session, { ...client, ...(targetId === null ? {} : { targetId }) })
      .catch((error: unknown) => {
        if (error instanceof DevToolsRefusal) throw notFound(`a page or worker ${targetId} of this browser`);
        throw error instanceof DevToolsClosed ? notFound("the browser of this address") : error;
      });
  }

  /** The live view page: with control, or view-only with `readOnly=true` or a read-only token. */
  async #page(request: FastifyRequest, host: string): Promise<PageAnswer> {
    const url = new URL(request.url, "http://service");
    const { claims } = await this.#authorize(url, "view");
    const readOnly = claims.readOnly || url.searchParams.get("readOnly") === "true";
    const socketToken = this.#deps.tokens.sign({ ...claims, purpose: "view_socket", readOnly });
    return livePage({ host, socketToken, message: "Connecting." });
  }

  /** The session of an address. Throws Problem 401 for a bad token or an earlier holder's, 404 when it has ended. */
  async #authorize(
    url: URL,
    ...purposes: readonly TokenPurpose[]
  ): Promise<{ session: Session; claims: TokenClaims }> {
    const claims = await this.#deps.tokens.verify(url.searchParams.get("jwt"), ...purposes);
    const session = this.#deps.sessions.find(claims.sessionId);
    await session?.ready;
    if (!session) throw notFound("the session of this address has ended; it");
    if (session.lease !== claims.lease) {
      throw new Problem(
        401,
        "unauthorized",
        "this session has changed hands; this address is not valid any more",
      );
    }
    if (claims.viewLease !== undefined && !this.#liveView.leases.has(claims.viewLease)) throw endedAddress();
    return { session, claims };
  }
}

function asProblem(error: unknown): Problem {
  return error instanceof Problem
    ? error
    : new Problem(500, "internal_error", "the service failed to answer this");
}
