// What a node answers the service that works: sessions by messages, and a stream of their changes.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { type Access, callerHeader } from "../kernel/access.ts";
import { forbidden, notFound, Problem } from "../kernel/problem.ts";
import type { PlacedSession } from "../sessions/session-places.ts";
import type { EndReason } from "../sessions/session-rows.ts";
import { ChangeFeed, type HostedInvocations } from "./change-feed.ts";
import type { HostedSessions } from "./hosted-sessions.ts";
import type { Node } from "./node.ts";
import {
  agentLogMessage,
  changeMessage,
  createMessage,
  endMessage,
  handOverMessage,
  type KnowsInvocationAnswer,
  type NodeMessage,
  nodeHeader,
  publicUrlHeader,
  recycleMessage,
  termHeader,
} from "./node-protocol.ts";

/** With the state of a profile. */
export const nodeBodyLimit = 256 * 1024 * 1024;
/** A service that does not read its stream is cut off. */
const unreadLimitBytes = 64 * 1024 * 1024;

export interface NodeRoutesDeps {
  access: Access;
  hosted: HostedSessions;
  invocations: HostedInvocations;
  node: Pick<Node, "id" | "aliveMs" | "publicUrl">;
}

const replaced = (id: string) =>
  new Problem(409, "other_node", "another node now has this address", { headers: { [nodeHeader]: id } });

/** Throws Problem 401, and 403 for a caller that is no service of this state, or acts for one that is none. */
export function requireService(access: Access, request: FastifyRequest): void {
  const { authorization, [callerHeader]: forwarded } = request.headers;
  if (!access.caller(authorization, forwarded).isService) {
    throw forbidden("only the services on the same database may use this path");
  }
}

export function registerNodeRoutes(app: FastifyInstance, deps: NodeRoutesDeps): void {
  const { access, hosted, invocations, node } = deps;
  const feed = new ChangeFeed(hosted, invocations);
  const streams = new Streams(feed, node);
  const options = {
    bodyLimit: nodeBodyLimit,
    onRequest: async (request: FastifyRequest) => {
      requireService(access, request);
      const { [nodeHeader]: meant, [termHeader]: term } = request.headers;
      if (meant !== node.id) throw replaced(node.id);
      streams.check(Number(term));
    },
  };
  /** Ends a session whose requester is gone: nobody else knows that it has it. */
  const endUnlessAnswered = async ({ id }: PlacedSession, reply: FastifyReply, reason: EndReason) => {
    if (reply.raw.destroyed) await hosted.end(id, reason);
  };
  const post = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    act: (id: string, message: z.output<Schema>, reply: FastifyReply) => Promise<PlacedSession | undefined>,
  ) =>
    app.post<{ Params: { id: string } }>(path, options, async (request, reply) => {
      const session = await act(request.params.id, schema.parse(request.body), reply);
      return session === undefined ? reply.code(204).send() : feed.held(session);
    });
  app.post("/node/sessions", options, async (request, reply) => {
    const session = await hosted.create(createMessage.parse(request.body));
    await endUnlessAnswered(session, reply, "deleted");
    return feed.held(session);
  });
  post("/node/sessions/:id/change", changeMessage, async (id, message) => await hosted.change(id, message));
  post("/node/sessions/:id/hand-over", handOverMessage, async (id, to, reply) => {
    const session = await hosted.handOver(id, to);
    await endUnlessAnswered(session, reply, "pool_discarded");
    return session;
  });
  post("/node/sessions/:id/recycle", recycleMessage, async (id, to) => await hosted.recycle(id, to));
  post("/node/sessions/:id/end", endMessage, async (id, { reason }) => {
    await hosted.end(id, reason);
    return undefined;
  });
  post("/node/sessions/:id/agent-log", agentLogMessage, async (id, message) => {
    await hosted.log(id, message);
    return undefined;
  });
  app.post<{ Params: { id: string } }>("/node/runs/:id/known", options, async ({ params }) => {
    const answer: KnowsInvocationAnswer = { knows: invocations.knows(params.id) };
    return answer;
  });
  app.post<{ Params: { id: string } }>("/node/runs/:id/stop", options, async ({ params }, reply) => {
    if (!invocations.stop(params.id)) throw notFound(`the invocation ${params.id} on this node`);
    return reply.code(204).send();
  });
  app.post<{ Params: { id: string } }>("/node/runs/:id/confirm", options, async ({ params }, reply) => {
    invocations.confirm(params.id);
    return reply.code(204).send();
  });
  app.get<{ Querystring: { after?: string } }>("/node/changes", options, async (request, reply) => {
    const { [publicUrlHeader]: publicUrl, [termHeader]: term } = request.headers;
    if (typeof publicUrl === "string") node.publicUrl = publicUrl;
    reply.hijack();
    streams.open(reply.raw, { term: Number(term), after: Number(request.query.after ?? 0) });
  });
}

const superseded = (id: string) =>
  new Problem(409, "superseded", "another service has taken over", { headers: { [nodeHeader]: id } });

/** The streams to services: that of the latest term is served, and those of earlier ones are closed. */
class Streams {
  readonly #feed: ChangeFeed;
  readonly #id: string;
  readonly #aliveMs: number;
  readonly #open = new Map<ServerResponse, number>();
  #term = 0;

  constructor(feed: ChangeFeed, { id, aliveMs }: NodeRoutesDeps["node"]) {
    this.#feed = feed;
    this.#id = id;
    this.#aliveMs = aliveMs;
  }

  /** Throws Problem 409 for a service that another one has replaced. */
  check(term: number): void {
    if (!(term >= this.#term)) throw superseded(this.#id);
    this.#term = term;
    for (const [response, earlier] of this.#open) if (earlier < term) response.destroy();
  }

  /** Lines of JSON until the connection closes. */
  open(response: ServerResponse, { term, after }: { term: number; after: number }): void {
    this.#open.set(response, term);
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    const send = (message: NodeMessage) => {
      if (response.destroyed) return;
      if (response.writableLength > unreadLimitBytes) response.destroy();
      else response.write(`${JSON.stringify(message)}\n`);
    };
    const closing = new AbortController();
    const { signal } = closing;
    const drained = async () => {
      if (response.writableNeedDrain) await once(response, "drain", { signal }).catch(() => {});
    };
    void this.#feed.follow(after, send, { drained, signal });
    const beat = setInterval(() => send({ type: "alive" }), this.#aliveMs);
    response.once("close", () => {
      clearInterval(beat);
      closing.abort();
      this.#open.delete(response);
    });
  }
}
