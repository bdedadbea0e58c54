// Entry of the dashboard. Binds first, so that a taken port is detected at once, then opens the store, ensures the
// admin, prepares the framework, and only then accepts requests. A failed start prints one clear line per fault and
// exits with 1.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import next from "next";
import { setAuditKey } from "../lib/server/audit/audit-key.ts";
import { isNewestRowOwn } from "../lib/server/audit/verify-audit.ts";
import { ensureAdmin } from "../lib/server/auth/first-admin.ts";
import { closeStore, openStore, setDatabase } from "../lib/server/db/database.ts";
import { isStoreUnavailable } from "../lib/server/db/store-unavailable.ts";
import { defaultHeaders } from "../lib/server/http/response-headers.ts";
import { clientOf, type TrustedProxies, trustedProxies } from "../lib/server/kernel/client-address.ts";
import { BadEnvironment, readConfiguration, settle } from "../lib/server/kernel/env.ts";
import { logFault } from "../lib/server/kernel/log.ts";
import { deadlines, paces, wholeSeconds } from "../lib/server/kernel/paces.ts";
import { peerHeader, peerValue } from "../lib/server/kernel/peer.ts";
import { flushBeforeClose, isShuttingDown, markReady, startShutdown } from "../lib/server/kernel/shutdown.ts";
import { installUncaughtErrorHandlers } from "../lib/server/kernel/uncaught-errors.ts";
import { hostsOf, type Refusal, refuse, refusePlainHttp, stripInternalHeaders } from "./request-guard.ts";
import { storedSecret } from "./session-secret.ts";
import { answerReport, isReport, ViolationReports } from "./violation-reports.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What requests are checked against; complete once there is a handler. */
interface Current {
  handler?: Handler;
  hosts: ReadonlySet<string>;
  publicUrl: string;
  isTrusted: TrustedProxies;
  /** Of each answer that does not set them itself. */
  headers: Readonly<Record<string, string>>;
  /** Requests being answered that came before the process was stopped. */
  inFlight: number;
}

const maxConnections = 2000;
const isLiveStream = (url: string | undefined) => url?.split("?", 1)[0] === "/api/live";

function answer(response: ServerResponse, refusal: Omit<Refusal, "status"> & { status: number }): void {
  const { status, code, message, headers } = refusal;
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
    ...headers,
  });
  response.end(JSON.stringify({ code, message, request_id: crypto.randomUUID() }));
}

/** Adds headers that are missing when the answer's head is written. */
function addDefaultHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const write: (...given: never[]) => ServerResponse = response.writeHead.bind(response);
  response.writeHead = (...given: never[]) => {
    for (const [name, value] of Object.entries(headers))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    return write(...given);
  };
}

/** A listening server that passes requests to `current.handler`, and responds 503 until there is one. */
function listen(host: string, port: number, current: Current) {
  const reports = new ViolationReports((line) => console.error(line));
  const server = createServer(
    {
      requestTimeout: deadlines.server.requestMs,
      headersTimeout: deadlines.server.headersMs,
      keepAliveTimeout: deadlines.server.keepAliveMs,
      connectionsCheckingInterval: paces.process.connectionsCheckedMs,
    },
    (request, response) => {
      addDefaultHeaders(response, current.headers);
      if (!isShuttingDown()) {
        current.inFlight += 1;
        response.once("close", () => {
          current.inFlight -= 1;
        });
      }
      if (current.handler === undefined) {
        const starting = { status: 503, code: "starting", message: "The dashboard is starting." };
        return answer(response, {
          ...starting,
          headers: { "retry-after": String(wholeSeconds(paces.retryAfter.startingMs)) },
        });
      }
      const client = clientOf(request.socket.remoteAddress, request.headers, current.isTrusted);
      const refusal =
        refuse(request, current.hosts) ??
        (client.isPlainHttp ? refusePlainHttp(request, current.publicUrl) : undefined);
      if (refusal !== undefined) return answer(response, refusal);
      if (isReport(request)) {
        answerReport(request, response, reports);
        return;
      }
      stripInternalHeaders(request.headers);
      request.headers[peerHeader] = peerValue(client.address);
      if (isShuttingDown()) response.setHeader("connection", "close");
      if (isLiveStream(request.url))
        response.setTimeout(deadlines.live.silentSocketMs, () => request.socket.destroy());
      current.handler(request, response).catch((error: unknown) => {
        logFault("a request failed", error);
        if (response.headersSent) response.destroy();
        else answer(response, { status: 500, code: "internal_error", message: "The dashboard failed." });
      });
    },
  );
  server.maxConnections = maxConnections;
  return new Promise<Server>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

/**
 * Ends the process on SIGTERM, SIGINT or when the parent's channel closes. Streams are closed, responses in flight get
 * ten seconds, and after fifteen the process exits in any case. While they are in flight it still listens, so that health
 * checks on new connections learn that it is draining, not that it is gone.
 */
function endOnSignal(server: Server, current: Pick<Current, "inFlight">): void {
  const { inFlightMs, exitMs } = deadlines.shutdown;
  let ending = false;
  const end = (why: string) => {
    if (ending) return;
    ending = true;
    console.log(`dashboard: stopping (${why})`);
    setTimeout(() => process.exit(1), exitMs).unref();
    startShutdown();
    const closed = Promise.withResolvers<void>();
    const close = () => {
      if (server.listening) server.close(() => closed.resolve());
      server.closeIdleConnections();
    };
    const sweep = setInterval(() => {
      if (current.inFlight === 0 || !server.listening) close();
    }, paces.process.idleConnectionsClosedMs);
    const cutOff = setTimeout(() => {
      close();
      server.closeAllConnections();
    }, inFlightMs);
    void closed.promise
      .then(() => flushBeforeClose())
      .then(() => closeStore())
      .catch((error: unknown) => logFault("the store did not close", error))
      .finally(() => {
        clearInterval(sweep);
        clearTimeout(cutOff);
        process.exit(0);
      });
  };
  process.once("SIGTERM", () => end("SIGTERM"));
  process.once("SIGINT", () => end("SIGINT"));
  if (process.send !== undefined) process.once("disconnect", () => end("parent gone"));
}

function boundPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

async function start(dev: boolean): Promise<void> {
  const configuration = readConfiguration();
  const current: Current = {
    hosts: new Set(),
    publicUrl: "",
    isTrusted: trustedProxies(configuration.trustedProxies),
    headers: defaultHeaders(configuration.publicUrl?.startsWith("https:") === true),
    inFlight: 0,
  };
  const server = await listen(configuration.host, configuration.port, current);
  endOnSignal(server, current);
  const sessionSecret = configuration.sessionSecret ?? storedSecret(configuration.dataDir);
  const settings = settle(configuration, { port: boundPort(server), sessionSecret, development: dev });
  setAuditKey(settings.auditKey ?? sessionSecret);
  const store = await openStore(settings);
  if (!(await isNewestRowOwn(store)))
    console.error(
      "dashboard: the newest row of the audit was signed with another key. Give AUDIT_KEY or NEXTAUTH_SECRET the value of before, and the same to all replicas; `npm run audit -- verify` shows more.",
    );
  setDatabase(store);
  const wanted = { username: settings.adminUsername, password: settings.adminPassword };
  // Without passwords, admins come from the groups of the OpenID provider.
  const admin = settings.signIn.password
    ? await ensureAdmin(store, wanted, Date.now())
    : { username: settings.adminUsername };

  // In production upgrades are refused here; the framework attaches its own listener to a server that never listens.
  if (!dev) server.on("upgrade", (_request, socket) => socket.destroy());
  const app = next({
    dev,
    dir: new URL("..", import.meta.url).pathname,
    hostname: configuration.host,
    port: settings.port,
    quiet: true,
    httpServer: dev ? server : createServer(),
  });
  await app.prepare();
  current.hosts = hostsOf(settings.origins);
  current.publicUrl = settings.publicUrl;
  current.handler = app.getRequestHandler();
  markReady();
  console.log(`dashboard: ready on ${settings.publicUrl}`);
  if (admin.passwordCreated !== undefined) {
    console.log(`dashboard: user ${admin.username}, password ${admin.passwordCreated} (shown this once)`);
  }
  process.send?.({ type: "ready", url: settings.publicUrl, ...admin });
}

function explain(error: unknown): string[] {
  if (error instanceof BadEnvironment) return [...error.lines];
  if (isStoreUnavailable(error)) return [error.message];
  if (error instanceof Error && "code" in error) {
    if (error.code === "EADDRINUSE") return ["PORT is taken by another program; stop it or set PORT"];
    if (error.code === "EACCES") return ["PORT may not be used by this user; set PORT to 1024 or more"];
    if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
      return ["HOST is not an address of this machine"];
  }
  const text = error instanceof Error ? error.message : String(error);
  return [text.split("\n")[0] ?? "unknown fault"];
}

// Everything that it writes is for its own user: folders 0700, files 0600.
process.umask(0o077);
installUncaughtErrorHandlers();
start(process.argv.includes("--dev")).catch((error: unknown) => {
  for (const line of explain(error)) console.error(`dashboard: ${line}`);
  process.exit(1);
});
