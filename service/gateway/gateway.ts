// The addresses that carry a session's jwt instead of the bearer token: DevTools endpoint and live view. `#authorize`
// checks every entry before the session is used.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type DevTools, DevToolsClosed, DevToolsRefusal } from "../chromium/devtools.ts";
import { type ForwardTo, forwardUpgrade, refuseUpgradeUnreachable } from "../http/forward.ts";
import { refuseUpgrade } from "../http/problem-response.ts";
import type { Clock } from "../kernel/clock.ts";
import { badRequest, internalError, notFound, Problem } from "../kernel/problem.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionTokens, TokenClaims, TokenPurpose } from "../sessions/session-tokens.ts";
import type { Sessions } from "../sessions/sessions.ts";
import {
  type DevToolsAddress,
  devtoolsPath,
  listAnswer,
  readDevToolsUrl,
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
  /** Where the request for a WebSocket goes instead of being answered here. */
  forwardTo?: ForwardTo | undefined;
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
        refuseUpgrade(socket, asProblem(error));
      });
    });
    app.get("/browser/remote", { exposeHeadRoute: false }, async (request, reply) => {
      const host = request.headers.host ?? "";
      return await sendPage(request, reply, {
        page: () => this.#page(request, host),
        ofProblem: (problem) => livePage({ connects: false, host, message: problemText(problem) }),
        frameOrigins: this.#deps.frameOrigins,
      });
    });
    this.#registerLeases(app);
    const answers = { "/json/version": versionAnswer, "/json/list": listAnswer, "/json": listAnswer };
    for (const [path, answer] of Object.entries(answers)) {
      const serve = async (request: FastifyRequest) => await this.#describe(request, answer);
      for (const base of ["", devtoolsPath, `${devtoolsPath}/:jwt`]) {
        // Some clients end the path with a slash.
        for (const end of ["", "/"]) app.get(base + path + end, { exposeHeadRoute: false }, serve);
      }
    }
  }

  /** With the address of a live view its holder makes one that can be ended, renews that, and ends it. */
  #registerLeases(app: FastifyInstance): void {
    const { leases } = this.#liveView;
    const leaseOf = async (request: FastifyRequest) => {
      const { claims } = await this.#authorize(jwtOf(urlOf(request)), "view");
      if (claims.viewLease === undefined) throw badRequest("this address has no lease; POST makes one");
      return claims.viewLease;
    };
    app.post("/browser/remote", async (request, reply) => {
      const { claims } = await this.#authorize(jwtOf(urlOf(request)), "view");
      if (claims.viewLease !== undefined) throw badRequest("this address already has a lease; PUT renews it");
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
    const jwt = readDevToolsUrl(urlOf(request))?.jwt ?? null;
    const { session } = await this.#authorize(jwt, "cdp");
    const search = `?${new URLSearchParams({ jwt: jwt ?? "" })}`;
    return await answer(session.devtools, { base: this.#deps.devtoolsUrl(), search });
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!request.url?.startsWith("/")) throw badRequest("the request must name a path, starting with /");
    const target = await this.#deps.forwardTo?.(request);
    if (target !== undefined) return forwardUpgrade(target, request, socket, head, refuseUpgradeUnreachable);
    const url = urlOf(request);
    if (url.pathname === "/browser/remote/socket") {
      try {
        const { session, claims } = await this.#authorize(jwtOf(url), "view");
        const readOnly = claims.readOnly || url.searchParams.get("readOnly") === "true";
        return this.#liveView.serve(session, { ...claims, readOnly }, request, socket, head);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return this.#liveView.refuse(error, request, socket, head);
      }
    }
    const address = readDevToolsUrl(url);
    const targetId = address && targetOfPath(address.rest);
    if (address === undefined || targetId === undefined) throw notFound("a WebSocket at this path");
    const { session } = await this.#authorize(address.jwt, "cdp", "reachable");
    const client = { request, socket, head };
    await this.#devtools
      .serve(session, { ...client, ...(targetId === null ? {} : { targetId }) })
      .catch((error: unknown) => {
        if (error instanceof DevToolsRefusal) throw notFound(`a page or worker ${targetId} of this browser`);
        throw error instanceof DevToolsClosed ? notFound("the browser of this address") : error;
      });
  }

  /** The live view page. Its socket takes no input with `readOnly=true`, or with a read-only token. */
  async #page(request: FastifyRequest, host: string): Promise<PageAnswer> {
    await this.#authorize(jwtOf(urlOf(request)), "view");
    return livePage({ connects: true, host, message: "Connecting." });
  }

  /**
   * The session of an address, when it is ready or reachable. Throws Problem 401 for a bad token or an earlier holder's,
   * 404 when it has ended.
   */
  async #authorize(
    jwt: string | null,
    purpose: TokenPurpose,
    state: "ready" | "reachable" = "ready",
  ): Promise<{ session: Session; claims: TokenClaims }> {
    const claims = await this.#deps.tokens.verify(jwt, purpose);
    const session = this.#deps.sessions.find(claims.sessionId);
    await session?.[state];
    if (!session) throw notFound("the session of this address has ended; it");
    if (session.lease !== claims.lease) {
      throw new Problem(
        401,
        "unauthorized",
        "this session has a new client; this address is no longer valid",
      );
    }
    if (claims.viewLease !== undefined && !this.#liveView.leases.has(claims.viewLease)) throw endedAddress();
    return { session, claims };
  }
}

// Not relative to a base: a path that starts with two slashes would name a host.
const urlOf = ({ url = "/" }: { url?: string | undefined }) => new URL(`http://service${url}`);
const jwtOf = ({ searchParams }: URL) => searchParams.get("jwt");

function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : internalError();
}
