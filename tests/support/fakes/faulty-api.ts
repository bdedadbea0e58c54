// A small upstream that implements the contract and fails on demand, in every way a network and a program can.
// Not the local service: it holds no browsers, only the few records tests read, and it counts the requests it received.
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";

export type Fault =
  | { kind: "hang" }
  | { kind: "reset" }
  | { kind: "truncate" }
  | { kind: "html" }
  | { kind: "huge"; megabytes: number }
  /** A list that never ends, as fast as it is read. */
  | { kind: "endless" }
  /** A list of one byte a second. */
  | { kind: "trickle" }
  | { kind: "delay"; ms: number }
  | { kind: "hold"; until: Promise<void> }
  | { kind: "body"; status?: number; text: string; contentType?: string; headers?: Record<string, string> }
  /** Echoes the request in body, reason and headers. */
  | { kind: "echo"; status: number }
  | { kind: "redirect"; to: string };

export interface Hit {
  method: string;
  url: string;
  headers: FastifyRequest["headers"];
  body: unknown;
}

export const sampleJwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ";
export const profileBytes = Buffer.from(
  JSON.stringify({
    cookies: [{ name: "sid", value: "π-cookie" }],
    origins: Array.from({ length: 40_000 }, (_, at) => at),
  }),
);

export const videoBytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));

function* endlessList(): Generator<Buffer> {
  yield Buffer.from('["');
  for (;;) yield Buffer.alloc(64 * 1024, "x");
}

/** Starts the upstream on a free port of loopback. */
export async function startFaultyApi(options: { token: string }) {
  const hits: Hit[] = [];
  const faults = new Map<string, Fault>();
  const app = Fastify({ logger: false, forceCloseConnections: true });
  let base = "";

  const browser = (id: string) => ({
    session_id: id,
    created_at: "2026-02-03T04:05:06.789Z",
    headless: true,
    stealth: false,
    timeout_seconds: 60,
    cdp_ws_url: `ws://${new URL(base).host}/browser/cdp?jwt=${sampleJwt}`,
    browser_live_view_url: `${base}/browser/remote?jwt=${sampleJwt}`,
    nested: { access_token: sampleJwt, note: "kept" },
    secret_x: "canary-secret-field",
    unknown_key: "kept",
  });
  const invocation = (at: number) => ({
    id: `inv${at}`,
    app_name: "shop",
    version: "1.0.0",
    action_name: "search",
    status: "succeeded",
    started_at: "2026-02-03T04:05:06.789012345Z",
    finished_at: "2026-02-03T04:05:08.789012345Z",
    payload: '{"q":"π"}',
    output: '"<img src=x onerror=alert(1)>"',
  });
  const pool = {
    id: "pool1",
    name: "default",
    available_count: 2,
    acquired_count: 1,
    created_at: "2026-02-03T04:05:06Z",
    browser_pool_config: { size: 3 },
  };
  const proxy = (id: string) => ({
    id,
    name: "healthy",
    type: "datacenter",
    protocol: "http",
    status: "available",
    last_checked: "2026-02-03T04:05:06Z",
    config: { has_password: true, password: "canary-proxy-password" },
  });
  const profile = (id: string) => ({ id, name: id, created_at: "2026-02-03T04:05:06Z" });
  const paged = (reply: FastifyReply, items: unknown[]) =>
    reply
      .headers({ "x-limit": "20", "x-offset": "0", "x-has-more": "false", "x-next-offset": "0" })
      .header("set-cookie", "upstream=1")
      .header("access-control-allow-origin", "*")
      .header("clear-site-data", '"*"')
      .send(items);

  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, body === "" ? undefined : JSON.parse(String(body)));
    } catch {
      done(null, undefined);
    }
  });

  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );

  app.addHook("preHandler", async (request, reply) => {
    hits.push({ method: request.method, url: request.url, headers: request.headers, body: request.body });
    if (request.headers.authorization !== `Bearer ${options.token}`) {
      return reply.code(401).send({ code: "unauthorized", message: "bad token" });
    }
    const fault = faults.get(request.url.split("?", 1)[0] ?? "") ?? faults.get("*");
    if (fault !== undefined) await play(fault, request, reply);
  });

  async function play(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    switch (fault.kind) {
      case "hang":
        return new Promise((resolve) => request.raw.once("close", resolve));
      case "reset":
        reply.hijack();
        return reply.raw.socket?.resetAndDestroy();
      case "truncate":
        reply.hijack();
        reply.raw.writeHead(200, { "content-type": "application/json", "content-length": "10000" });
        reply.raw.write('[{"id":"inv1"');
        return new Promise<void>((resolve) =>
          setTimeout(() => {
            reply.raw.destroy();
            resolve();
          }, 20),
        );
      case "html":
        return reply.type("text/html").send("<html>a gateway's page</html>");
      case "huge":
        return reply.type("application/json").send(`["${"x".repeat(fault.megabytes * 1024 * 1024)}"]`);
      case "endless":
        reply.hijack();
        reply.raw.writeHead(200, { "content-type": "application/json" });
        return pipeline(Readable.from(endlessList()), reply.raw).catch(() => undefined);
      case "trickle": {
        reply.hijack();
        reply.raw.writeHead(200, { "content-type": "application/json" });
        reply.raw.write("[");
        const drip = setInterval(() => reply.raw.write(" "), 1_000);
        return new Promise<void>((resolve) =>
          reply.raw.once("close", () => {
            clearInterval(drip);
            resolve();
          }),
        );
      }
      case "delay":
        return new Promise((resolve) => setTimeout(resolve, fault.ms));
      case "hold":
        return fault.until;
      case "body":
        return reply
          .code(fault.status ?? 200)
          .headers(fault.headers ?? {})
          .type(fault.contentType ?? "application/json")
          .send(fault.text);
      case "echo": {
        const authorization = request.headers.authorization ?? "";
        reply.raw.statusMessage = "echo";
        return reply
          .code(fault.status)
          .headers({ "x-echo": authorization, "set-cookie": `echo=${encodeURIComponent(authorization)}` })
          .send({
            code: "echo",
            message: `You sent ${authorization} and ${Buffer.from(options.token).toString("base64")}`,
            details: [{ code: "invalid_input", message: authorization }],
          });
      }
      case "redirect":
        return reply.code(302).header("location", fault.to).send();
    }
  }

  app.get("/invocations", (_request, reply) => paged(reply, [1, 2, 3].map(invocation)));
  app.post("/invocations", (_request, reply) =>
    reply.code(202).send({ id: "inv9", action_name: "search", status: "queued" }),
  );
  app.get("/invocations/:id", async () => invocation(1));
  app.patch("/invocations/:id", async () => ({ ...invocation(1), status: "failed" }));
  app.get("/invocations/:id/browsers", async () => ({ browsers: [browser("session1")] }));
  app.get("/browsers", (_request, reply) => paged(reply, ["session1", "session2"].map(browser)));
  app.post("/browsers", async () => browser("session3"));
  app.get<{ Params: { id: string } }>("/browsers/:id", async (request) => browser(request.params.id));
  app.patch<{ Params: { id: string } }>("/browsers/:id", async (request) => browser(request.params.id));
  app.delete("/browsers/:id", (_request, reply) => reply.code(204).send());
  const replay = {
    replay_id: "replay1",
    started_at: "2026-02-03T04:05:06Z",
    finished_at: "2026-02-03T04:06:06Z",
  };
  app.get("/browsers/:id/replays", async () => [
    { ...replay, replay_view_url: `${base}/r?jwt=${sampleJwt}` },
  ]);
  app.post("/browsers/:id/replays", (_request, reply) => reply.code(201).send(replay));
  app.post("/browsers/:id/replays/:replay_id/stop", (_request, reply) => reply.code(200).send());
  app.get<{ Params: { replay_id: string } }>("/browsers/:id/replays/:replay_id", (request, reply) => {
    if (request.params.replay_id === "running") return reply.code(202).header("retry-after", "5").send();
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    reply
      .type("video/mp4")
      .header("accept-ranges", "bytes")
      .header("x-recording-started-at", replay.started_at);
    if (first === undefined || last === undefined) return reply.send(videoBytes);
    const end = Math.min(Number(last), videoBytes.length - 1);
    reply.code(206).header("content-range", `bytes ${first}-${end}/${videoBytes.length}`);
    return reply.send(videoBytes.subarray(Number(first), end + 1));
  });
  app.post("/browsers/:id/process/spawn", async () => ({ process_id: "process1", pid: 7 }));
  app.get("/deployments/:id/events", (_request, reply) =>
    reply
      .type("text/event-stream")
      .send('data: {"event":"deployment_state","deployment":{"id":"d1","status":"running"}}\n\n'),
  );
  app.get("/browsers/:id/process/:process_id/stdout/stream", (_request, reply) =>
    reply.type("text/event-stream").send('data: {"event":"exit","exit_code":0}\n\n'),
  );
  app.put("/browsers/:id/fs/write_file", (_request, reply) => reply.code(201).send());
  app.put("/browsers/:id/fs/create_directory", (_request, reply) => reply.code(201).send());
  app.put("/browsers/:id/fs/delete_file", (_request, reply) => reply.code(200).send());
  app.put("/browsers/:id/fs/delete_directory", (_request, reply) => reply.code(200).send());
  app.get("/browsers/:id/telemetry/events", (_request, reply) => paged(reply, []));
  app.get("/browsers/:id/process/:process_id/status", async () => ({ state: "running", exit_code: null }));
  app.post("/browsers/:id/process/:process_id/kill", async () => ({ ok: true }));
  const file = { name: "a", path: "/tmp/a", size_bytes: 3, is_dir: false, mod_time: "2026-02-03T04:05:06Z" };
  app.get("/browsers/:id/fs/list_files", async () => [{ ...file, mode: "-rw-r--r--" }]);
  app.get("/browsers/:id/fs/file_info", async () => ({ ...file, mode: "-rw-r--r--" }));
  for (const name of ["read_file", "download_dir_zip"]) {
    app.get(`/browsers/:id/fs/${name}`, (_request, reply) => reply.type("application/zip").send("abc"));
  }
  app.put("/browsers/:id/fs/move", (_request, reply) => reply.code(200).send());
  app.get("/browser_pools", (_request, reply) => paged(reply, [pool]));
  app.post("/browser_pools", (_request, reply) => reply.code(201).send(pool));
  app.get("/browser_pools/:id", async () => pool);
  app.delete("/browser_pools/:id", (_request, reply) => reply.code(204).send());
  app.patch("/browser_pools/:id", async () => pool);
  app.post("/browser_pools/:id/acquire", async () => browser("session4"));
  app.post("/browser_pools/:id/release", (_request, reply) => reply.code(204).send());
  app.post("/browser_pools/:id/flush", (_request, reply) => reply.code(204).send());
  app.get("/proxies", (_request, reply) => paged(reply, ["proxy1"].map(proxy)));
  app.post("/proxies", (_request, reply) => reply.code(201).send(proxy("proxy2")));
  app.patch<{ Params: { id: string } }>("/proxies/:id", async (request) => proxy(request.params.id));
  app.delete("/proxies/:id", (_request, reply) => reply.code(204).send());
  app.get<{ Params: { id: string } }>("/proxies/:id", async (request) => proxy(request.params.id));
  app.post<{ Params: { id: string } }>("/proxies/:id/check", async (request) => proxy(request.params.id));
  app.get("/profiles", (_request, reply) => paged(reply, ["profile1"].map(profile)));
  app.post("/profiles", (_request, reply) => reply.code(201).send(profile("profile2")));
  app.patch<{ Params: { id: string } }>("/profiles/:id", async (request) => profile(request.params.id));
  app.delete("/profiles/:id", (_request, reply) => reply.code(204).send());
  app.get("/extensions", (_request, reply) => paged(reply, []));
  app.get<{ Params: { id: string } }>("/profiles/:id", async (request) => profile(request.params.id));
  app.get("/profiles/:id/download", (_request, reply) =>
    reply
      .type("application/octet-stream")
      .header("content-length", profileBytes.byteLength)
      .send(profileBytes),
  );
  app.get("/apps", (_request, reply) =>
    paged(reply, [{ id: "app1", app_name: "shop", version: "1.0.0", env_vars: { KEY: "canary-env-value" } }]),
  );

  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const { port } = address satisfies AddressInfo;
  base = `http://127.0.0.1:${port}`;

  return {
    url: base,
    hits,
    /** What arrived for a path, ever. */
    hitsOn: (path: string) => hits.filter((hit) => hit.url.split("?", 1)[0] === path),
    /** Fails every request to a path (`*`: any) until cleared. */
    fail: (path: string, fault: Fault) => void faults.set(path, fault),
    clearFaults: () => faults.clear(),
    close: () => app.close(),
  };
}

export type FaultyApi = Awaited<ReturnType<typeof startFaultyApi>>;
