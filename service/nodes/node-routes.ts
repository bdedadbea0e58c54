// What a node answers the service that works: sessions by messages, and a stream of their changes.
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Access } from "../kernel/access.ts";
import { forbidden } from "../kernel/problem.ts";
import type { PlacedSession } from "../sessions/session-places.ts";
import type { HostedSessions } from "./hosted-sessions.ts";
import type { Node } from "./node.ts";
import {
  changeMessage,
  createMessage,
  endMessage,
  type HeldSession,
  handOverMessage,
  type NodeMessage,
  publicUrlHeader,
  type RunMessage,
  recycleMessage,
  type SessionEnd,
} from "./node-protocol.ts";

/** With the state of a profile. */
export const nodeBodyLimit = 256 * 1024 * 1024;
/** The latest ends, for a service that was not connected meanwhile. */
const endsKept = 1_000;
/** A service that does not read its stream is cut off. */
const unreadLimitBytes = 64 * 1024 * 1024;

/** The runs of a node, as far as these routes use them. */
export interface HostedRuns {
  /** Their invocations. */
  ids(): readonly string[];
  stop(id: string): void;
  /** Calls `listener` with what has happened since the last listener left, and with what happens. Returns a function that unsubscribes. */
  watch(listener: (message: RunMessage) => void): () => void;
}

export interface NodeRoutesDeps {
  access: Access;
  hosted: HostedSessions;
  runs: HostedRuns;
  node: Pick<Node, "aliveMs" | "publicUrl">;
}

/** Throws Problem 401, and 403 for a caller that is no service of this state. */
export function requireService(access: Access, request: FastifyRequest): void {
  if (!access.caller(request.headers.authorization).isService) {
    throw forbidden("only the services of one state use this path");
  }
}

export function registerNodeRoutes(app: FastifyInstance, deps: NodeRoutesDeps): void {
  const { access, hosted } = deps;
  const versions = new Versions();
  const ends: SessionEnd[] = [];
  hosted.watch((change) => {
    if (change.type !== "ending") return;
    const { id, at, reason } = change;
    ends.push({ id, at, reason });
    if (ends.length > endsKept) ends.shift();
  });
  const held = (session: PlacedSession) => versions.held(session);
  const options = {
    bodyLimit: nodeBodyLimit,
    onRequest: async (request: FastifyRequest) => requireService(access, request),
  };
  const post = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    act: (id: string, message: z.output<Schema>) => Promise<PlacedSession | undefined>,
  ) =>
    app.post<{ Params: { id: string } }>(path, options, async (request, reply) => {
      const session = await act(request.params.id, schema.parse(request.body));
      return session === undefined ? reply.code(204).send() : held(session);
    });
  app.post("/node/sessions", options, async (request, reply) => {
    const session = await hosted.create(createMessage.parse(request.body));
    // The one who asked for it is gone.
    if (reply.raw.destroyed) await hosted.end(session.id, "deleted");
    return held(session);
  });
  post("/node/sessions/:id/change", changeMessage, async (id, message) => await hosted.change(id, message));
  post("/node/sessions/:id/hand-over", handOverMessage, async (id, to) => await hosted.handOver(id, to));
  post("/node/sessions/:id/recycle", recycleMessage, async (id, to) => await hosted.recycle(id, to));
  post("/node/sessions/:id/end", endMessage, async (id, { reason }) => {
    await hosted.end(id, reason);
    return undefined;
  });
  app.post<{ Params: { id: string } }>("/node/runs/:id/stop", options, async (request, reply) => {
    deps.runs.stop(request.params.id);
    return reply.code(204).send();
  });
  app.get("/node/changes", options, async (request, reply) => {
    const publicUrl = request.headers[publicUrlHeader];
    if (typeof publicUrl === "string") deps.node.publicUrl = publicUrl;
    reply.hijack();
    sendChanges(reply.raw, deps, versions, ends);
  });
}

/** Lines of JSON until the connection closes. */
function sendChanges(
  response: ServerResponse,
  { hosted, runs, node }: NodeRoutesDeps,
  versions: Versions,
  ends: readonly SessionEnd[],
): void {
  const send = (message: NodeMessage) => {
    if (response.writableLength > unreadLimitBytes) response.destroy();
    else response.write(`${JSON.stringify(message)}\n`);
  };
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  send({
    type: "all",
    sessions: hosted.all().map((session) => versions.held(session)),
    ends: [...ends],
    runs: [...runs.ids()],
  });
  const stop = hosted.watch((change) => {
    if (change.type === "session")
      send({ type: "session", session: versions.held(versions.changed(change.session)) });
    else send(change);
    if (change.type === "ended") versions.forget(change.id);
  });
  const stopRuns = runs.watch(send);
  const beat = setInterval(() => send({ type: "alive" }), node.aliveMs);
  response.once("close", () => {
    clearInterval(beat);
    stopRuns();
    stop();
  });
}

/** Numbers the changes of each session, so that an older report is told from a newer one. */
class Versions {
  readonly #byId = new Map<string, number>();

  changed(session: PlacedSession): PlacedSession {
    this.#byId.set(session.id, (this.#byId.get(session.id) ?? 0) + 1);
    return session;
  }

  held({ id, record, lease, altered }: PlacedSession): HeldSession {
    return { record, lease, altered, version: this.#byId.get(id) ?? 0 };
  }

  forget(id: string): void {
    this.#byId.delete(id);
  }
}
