// An upstream whose every answer a test decides: it holds plain records, implements the contract as the service does (same
// routing, parsing and strict answers) and fails on demand. It starts no browser, runs nothing and lasts milliseconds.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Operation } from "../../../lib/contract/operation.ts";
import { createApp } from "../../../service/app.ts";
import type { Implementation } from "../../../service/http/route.ts";
import { Access } from "../../../service/kernel/access.ts";
import { pacesAt } from "../../../service/kernel/paces.ts";
import { type ApiClient, apiClient } from "../dashboard/api-client.ts";
import { freePort } from "../programs/free-port.ts";
import { browserRoutes } from "./browser-routes.ts";
import { invocationRoutes } from "./invocation-routes.ts";
import { resourceRoutes } from "./resource-routes.ts";
import { ScriptedLogs } from "./scripted-logs.ts";
import { ScriptedRecords } from "./scripted-records.ts";

/** What happens to a request instead of its answer, or before it. */
export type Fault =
  | { kind: "hang" }
  | { kind: "reset" }
  | { kind: "delay"; ms: number }
  /** Waits until the promise is fulfilled, then answers as usual. */
  | { kind: "hold"; until: Promise<unknown> }
  | { kind: "answer"; status: number; body: unknown; headers?: Readonly<Record<string, string>> };

/** One request as it arrived. */
export interface Hit {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

export interface ScriptedApi {
  url: string;
  token: string;
  /** A client of it, as tests of the service have. */
  api: ApiClient;
  records: ScriptedRecords;
  logs: ScriptedLogs;
  /** Requests so far, oldest first. */
  readonly hits: readonly Hit[];
  hitsOn: (method: string, path: string) => readonly Hit[];
  /** Injects a fault for a method and path (`{x}` matches any segment, `*` any path). */
  fail: (method: string, path: string, fault: Fault) => void;
  /** As if the API had no such operation. */
  removeOperations: (...operations: readonly Operation[]) => void;
  /** Takes every fault back and forgets all records. */
  reset: () => void;
  /** Stops listening and closes open connections; `start` listens again on the same port. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
}

const scriptToken = "a-token-of-the-scripted-api";
const patternOf = (path: string) => new RegExp(path === "*" ? "" : `^${path.replace(/\{\w+\}/g, "[^/]+")}$`);

/** Starts it on a free port of loopback. */
export async function startScriptedApi(): Promise<ScriptedApi> {
  const records = new ScriptedRecords();
  const logs = new ScriptedLogs();
  const hits: Hit[] = [];
  const faults: { method: string; path: string; pattern: RegExp; fault: Fault }[] = [];
  const implementations: readonly Implementation[] = [
    ...invocationRoutes(records),
    ...browserRoutes(records, logs),
    ...resourceRoutes(records),
  ];

  const build = () => {
    const app = createApp({
      access: new Access([{ token: scriptToken, scope: "all" }]),
      implementations,
      publicUrl: () => "http://127.0.0.1",
      ready: () => true,
      paces: pacesAt(1),
      report: (error) => console.error(error),
    });
    app.addHook("preHandler", async (request, reply) => {
      const [path = "/", query = ""] = request.url.split("?");
      hits.push({ method: request.method, path, query: new URLSearchParams(query), body: request.body });
      const met = faults.findLast(
        ({ method, pattern }) => (method === "*" || method === request.method) && pattern.test(path),
      );
      if (met !== undefined) await play(met.fault, request, reply);
    });
    return app;
  };
  const port = await freePort();
  let app = build();
  const start = async () => void (await app.listen({ host: "127.0.0.1", port }));
  const stop = async () => {
    await app.close();
    app = build();
  };
  await start();
  const url = `http://127.0.0.1:${port}`;
  const fail = (method: string, path: string, fault: Fault) =>
    void faults.push({ method, path, pattern: patternOf(path), fault });
  return {
    url,
    token: scriptToken,
    api: apiClient(url, scriptToken),
    records,
    logs,
    hits,
    hitsOn: (method, path) => {
      const pattern = patternOf(path);
      return hits.filter((hit) => hit.method === method && pattern.test(hit.path));
    },
    fail,
    removeOperations(...operations) {
      for (const { method, path } of operations) {
        const body = { code: "not_found", message: "no such operation" };
        fail(method, path, { kind: "answer", status: 404, body });
      }
    },
    reset() {
      faults.length = 0;
      hits.length = 0;
      records.clear();
      logs.clear();
    },
    stop,
    start,
    close: () => app.close(),
  };
}

async function play(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  switch (fault.kind) {
    case "hang":
      return await new Promise((resolve) => request.raw.socket.once("close", resolve));
    case "reset":
      reply.hijack();
      return request.raw.socket.resetAndDestroy();
    case "delay":
      return await new Promise((resolve) => setTimeout(resolve, fault.ms));
    case "hold":
      return await fault.until;
    case "answer":
      return await reply
        .code(fault.status)
        .headers(fault.headers ?? {})
        .send(fault.body);
  }
}
