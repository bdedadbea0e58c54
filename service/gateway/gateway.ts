// The addresses that carry a session's own jwt instead of the bearer token: its DevTools endpoint and its
// live view. Every entry is checked here, once, before anything of the session is touched.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { notFound, Problem } from "../domain/problem.ts";
import type { Session } from "../domain/session.ts";
import type { SessionTokens, TokenClaims, TokenPurpose } from "../domain/session-tokens.ts";
import type { Sessions } from "../domain/sessions.ts";
import { refuseOnSocket } from "../http/raw-answer.ts";
import { pipeToChromium } from "./cdp-pipe.ts";
import { loopbackOrigins } from "./frame-ancestors.ts";
import { LiveView, sentence } from "./live-view/live-view.ts";
import { livePage } from "./live-view/page.ts";
import type { PageAnswer } from "./page.ts";

export interface GatewayDeps {
  sessions: Sessions;
  tokens: SessionTokens;
  /** CSP sources that may embed the live view; loopback when absent. */
  frameAncestors?: readonly string[];
  /** Gets faults that are ours. */
  report: (error: unknown) => void;
}

export class Gateway {
  readonly #deps: GatewayDeps;
  readonly #liveView = new LiveView();

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
  }

  /** Takes over the server's upgrades and adds the live view page. */
  register(app: FastifyInstance): void {
    app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // The client may vanish while its token is checked.
      socket.on("error", () => socket.destroy());
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        if (!(error instanceof Problem)) this.#deps.report(error);
        refuseOnSocket(socket, asProblem(error));
      });
    });
    app.get("/browser/remote", { exposeHeadRoute: false }, async (request, reply) => {
      const { status, html, headers } = await this.#page(request);
      return reply.code(status).headers(headers).send(html);
    });
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? "/", "http://service");
    switch (url.pathname) {
      case "/browser/cdp": {
        const { session } = await this.#admit(url, "cdp");
        return pipeToChromium(session, request, socket, head);
      }
      case "/browser/remote/socket": {
        try {
          const { session, claims } = await this.#admit(url, "view_socket");
          return this.#liveView.serve(session, claims.readOnly, request, socket, head);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          return this.#liveView.refuse(error, request, socket, head);
        }
      }
      default:
        throw notFound(`a WebSocket at ${url.pathname}`);
    }
  }

  /** The live view page: whoever holds a view address may look and act, or with `readOnly=true` only look. */
  async #page(request: FastifyRequest): Promise<PageAnswer & { status: number }> {
    const url = new URL(request.url, "http://service");
    const common = {
      host: request.headers.host ?? "",
      frameAncestors: this.#deps.frameAncestors ?? loopbackOrigins,
    };
    try {
      const { claims } = await this.#admit(url, "view");
      const readOnly = claims.readOnly || url.searchParams.get("readOnly") === "true";
      const socketToken = this.#deps.tokens.sign({ ...claims, purpose: "view_socket", readOnly });
      return { status: 200, ...livePage({ ...common, socketToken, message: "Connecting." }) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!request.headers.accept?.includes("text/html")) throw error;
      return { status: error.status, ...livePage({ ...common, message: sentence(error) }) };
    }
  }

  /** The session behind an address: 401 for a bad token or one of an earlier holder, 404 when it has ended. */
  async #admit(url: URL, purpose: TokenPurpose): Promise<{ session: Session; claims: TokenClaims }> {
    const claims = await this.#deps.tokens.verify(url.searchParams.get("jwt"), purpose);
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
    return { session, claims };
  }
}

function asProblem(error: unknown): Problem {
  return error instanceof Problem
    ? error
    : new Problem(500, "internal_error", "the service failed to answer this");
}
