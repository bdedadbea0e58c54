// Nodes without browsers, several in this process: all that a node is to the service but Chromium. Its sessions are records
// in memory, and it answers each request of a session with the session's id.
import { tmpdir } from "node:os";
import Fastify from "fastify";
import { z } from "zod";
import { Access } from "../../service/kernel/access.ts";
import { systemClock } from "../../service/kernel/clock.ts";
import { newId } from "../../service/kernel/ids.ts";
import { standardPaces } from "../../service/kernel/paces.ts";
import { notFound, tooMany } from "../../service/kernel/problem.ts";
import type { HostedChange, HostedSessions } from "../../service/nodes/hosted-sessions.ts";
import { Node } from "../../service/nodes/node.ts";
import {
  type ChangeMessage,
  type CreateMessage,
  type HandOverMessage,
  nodeKey,
  type RecycleMessage,
} from "../../service/nodes/node-protocol.ts";
import { registerNodeRoutes } from "../../service/nodes/node-routes.ts";
import { NodeTable } from "../../service/nodes/node-table.ts";
import type { PlacedSession } from "../../service/sessions/session-places.ts";
import { type EndReason, noLabels } from "../../service/sessions/session-rows.ts";

const wanted = z.object({ databaseUrl: z.string(), nodes: z.int(), browsers: z.int() });

interface ThinSession extends PlacedSession {
  end: () => void;
}

class ThinSessions implements HostedSessions {
  readonly #browsers: number;
  readonly #sessions = new Map<string, ThinSession>();
  readonly #listeners = new Set<(change: HostedChange) => void>();

  constructor(browsers: number) {
    this.#browsers = browsers;
  }

  all(): readonly PlacedSession[] {
    return [...this.#sessions.values()];
  }

  async create(message: Omit<CreateMessage, "creation">): Promise<PlacedSession> {
    if (this.#sessions.size >= this.#browsers) throw tooMany("all browsers are in use", 5);
    const closing = new AbortController();
    const id = newId();
    return this.#put({
      id,
      lease: newId(),
      altered: false,
      closing: closing.signal,
      end: () => closing.abort(),
      record: {
        id,
        created_at: new Date().toISOString(),
        deleted_at: null,
        end_reason: null,
        headless: message.headless,
        stealth: message.stealth,
        kiosk_mode: message.kioskMode,
        timeout_seconds: message.timeoutSeconds,
        viewport: message.viewport ?? { width: 1920, height: 1080, refresh_rate: 25 },
        persistence_id: message.persistenceId ?? null,
        invocation_id: message.invocationId ?? null,
        pool_id: message.poolId ?? null,
        idle: message.idle ?? false,
        proxy_id: null,
        profile: null,
        telemetry: message.telemetry ?? null,
        node: null,
        ...(message.labels ?? noLabels),
      },
    });
  }

  async change(id: string, { labels }: ChangeMessage): Promise<PlacedSession> {
    const session = this.#of(id);
    return this.#put({ ...session, record: { ...session.record, ...labels } });
  }

  async handOver(id: string, { holder, labels, telemetry }: HandOverMessage): Promise<PlacedSession> {
    const session = this.#of(id);
    const record = { ...session.record, ...labels, telemetry, idle: holder.idle };
    return this.#put({ ...session, lease: newId(), record });
  }

  async recycle(id: string, { holder }: RecycleMessage): Promise<PlacedSession> {
    const session = this.#of(id);
    return this.#put({ ...session, lease: newId(), record: { ...session.record, idle: holder.idle } });
  }

  async log(): Promise<void> {}

  async end(id: string, reason: EndReason): Promise<void> {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    session.end();
    this.#notify({ type: "ending", id, at: new Date().toISOString(), reason });
    this.#notify({ type: "ended", id });
  }

  watch(listener: (change: HostedChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #of(id: string): ThinSession {
    const session = this.#sessions.get(id);
    if (session === undefined) throw notFound(`a session ${id}`);
    return session;
  }

  #put(session: ThinSession): PlacedSession {
    this.#sessions.set(session.id, session);
    this.#notify({ type: "session", session });
    return session;
  }

  #notify(change: HostedChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

async function startThinNode(table: NodeTable, databaseUrl: string, browsers: number): Promise<string> {
  const secret = await table.secret();
  if (secret === undefined) throw new Error("There is no service on this database yet.");
  const key = nodeKey(secret);
  const id = newId();
  const app = Fastify({ logger: false });
  let node: Node | undefined;
  const hosted = new ThinSessions(browsers);
  const invocations = {
    ids: () => [],
    claiming: () => [],
    knows: () => false,
    after: () => [],
    stop: () => false,
    confirm() {},
    watch: () => () => {},
  };
  app.get<{ Params: { id: string } }>("/browsers/:id/*", async ({ params }) => ({ id: params.id }));
  registerNodeRoutes(app, {
    access: new Access([], key),
    hosted,
    invocations,
    node: {
      id,
      aliveMs: standardPaces.sharedState.renewMs,
      get publicUrl() {
        return node?.publicUrl ?? "";
      },
      set publicUrl(_) {},
    },
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const entry = { id, name: `thin:${process.pid}:${new URL(address).port}`, address, browsers, earlier: [] };
  const paces = standardPaces.sharedState;
  // It has no profiles to save there.
  const dataDir = tmpdir();
  node = new Node({ databaseUrl, table, entry, key, dataDir, paces, clock: systemClock, warn: () => {} });
  await node.start();
  return `${address} ${key}`;
}

process.once("disconnect", () => process.exit(0));
process.once("message", (message) => {
  const { databaseUrl, nodes, browsers } = wanted.parse(message);
  const table = new NodeTable(databaseUrl);
  Promise.all(Array.from({ length: nodes }, () => startThinNode(table, databaseUrl, browsers))).then(
    (addresses) => process.send?.({ addresses }),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
