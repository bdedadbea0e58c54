// Entry of the dashboard. Binds first, so that a taken port is detected at once, then opens the store, ensures the
// admin, prepares the framework, and only then accepts requests. A failed start prints one clear line per fault and
// exits with 1.
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import { setAuditKey } from "../lib/server/audit/audit-key.ts";
import { isNewestRowOwn } from "../lib/server/audit/verify-audit.ts";
import { ensureAdmin } from "../lib/server/auth/first-admin.ts";
import { exchangeChanges } from "../lib/server/db/change-notices.ts";
import { closeStore, openStore, setDatabase } from "../lib/server/db/database.ts";
import { isStoreUnavailable } from "../lib/server/db/store-unavailable.ts";
import { isUpload, limitBody } from "../lib/server/http/body-deadline.ts";
import { defaultHeaders } from "../lib/server/http/response-headers.ts";
import { clientOf, type TrustedProxies, trustedProxies } from "../lib/server/kernel/client-address.ts";
import { BadEnvironment, readConfiguration, settle } from "../lib/server/kernel/env.ts";
import { hostsOf } from "../lib/server/kernel/hosts-of.ts";
import { countRequest } from "../lib/server/kernel/http-measurements.ts";
import { logFault } from "../lib/server/kernel/log.ts";
import { deadlines, paces, wholeSeconds } from "../lib/server/kernel/paces.ts";
import { peerHeader, peerValue } from "../lib/server/kernel/peer.ts";
import type { RequestScope } from "../lib/server/kernel/request-scope.ts";
import { flushBeforeClose, isShuttingDown, markReady, startShutdown } from "../lib/server/kernel/shutdown.ts";
import { installUncaughtErrorHandlers } from "../lib/server/kernel/uncaught-errors.ts";
import { basePathOf, buildFolder } from "../scripts/base-path.mjs";
import { refuseArguments } from "../scripts/refuse-arguments.mjs";
import { answerCompressed, type CompressedFiles, readCompressedFiles } from "./compressed-files.ts";
import { readRoutePaths, withDirectReads } from "./direct-reads.ts";
import { healthWhileStarting } from "./health-while-starting.ts";
import { listenForMetrics } from "./metrics-server.ts";
import {
  type Refusal,
  refuse,
  refuseForm,
  refusePlainHttp,
  stripInternalHeaders,
  targetBelow,
} from "./request-guard.ts";
import { storedSecret } from "./session-secret.ts";
import { type Handler, handleTraced } from "./traced-handler.ts";
import { offersWebSocket, serveUpgrades } from "./upgrades.ts";
import { answerReport, isReport, ViolationReports } from "./violation-reports.ts";

/** What requests are checked against; complete once there is a handler. */
interface Current {
  handler?: Handler;
  files: CompressedFiles;
  hosts: ReadonlySet<string>;
  publicUrl: string;
  basePath: string;
  isTrusted: TrustedProxies;
  /** Headers of each answer that does not set them itself. */
  headers: Readonly<Record<string, string>>;
  /** Requests being answered that came before the process was stopped. */
  inFlight: number;
}

const maxConnections = 2000;
const isLiveStream = (url: string | undefined) => url?.split("?", 1)[0] === "/api/live";

function answerJson(
  response: ServerResponse,
  { status, body, headers }: { status: number; body: object; headers?: OutgoingHttpHeaders | undefined },
): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
    ...headers,
  });
  response.end(JSON.stringify(body));
}

function answer(response: ServerResponse, refusal: Omit<Refusal, "status"> & { status: number }): void {
  const { status, code, message, headers } = refusal;
  const body = { code, message, request_id: crypto.randomUUID() };
  answerJson(response, { status, body, headers });
}

/** Adds headers that are missing when the answer's head is written, and then calls `onHead`. */
function addDefaultHeaders(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  onHead: () => void,
): void {
  const write: (...given: never[]) => ServerResponse = response.writeHead.bind(response);
  response.writeHead = (...given: never[]) => {
    for (const [name, value] of Object.entries(headers))
      if (!response.hasHeader(name)) response.setHeader(name, value);
    const written = write(...given);
    onHead();
    return written;
  };
}

const retryAfter = (ms: number) => ({ "retry-after": String(wholeSeconds(ms)) });

const starting = () => ({
  status: 503,
  code: "starting",
  message: "The dashboard is starting.",
  headers: retryAfter(paces.retryAfter.startingMs),
});
/** The refusal of acts once the process is stopping, as it might end in the middle of them. */
const draining = () => ({
  status: 503,
  code: "draining",
  message: "Nothing was done: the dashboard is being restarted. Try again in a few seconds.",
  headers: retryAfter(paces.retryAfter.drainingMs),
});
const isAct = ({ method }: IncomingMessage) => method !== "GET" && method !== "HEAD";

/** Prometheus looks for metrics at `/metrics`, where a page would be. */
const isMetrics = (target: string) => /^\/metrics(\?|$)/.test(target);

/** Who sent a request, what it wants below the base path, and why it is refused, if it is. */
function checked(
  { socket, method, url, headers, rawHeaders }: IncomingMessage,
  { hosts, publicUrl, basePath, isTrusted }: Current,
) {
  const client = clientOf(socket.remoteAddress, headers, isTrusted);
  const target = targetBelow(basePath, url);
  // What is not below the base path is refused for the same faults; if for none, nothing is there.
  const request = { method, url: target ?? url, headers, rawHeaders };
  const plain = client.isPlainHttp ? refusePlainHttp(request, publicUrl) : undefined;
  const elsewhere = target === undefined ? notServed(basePath) : undefined;
  return {
    client,
    target: target ?? "/",
    refusal: refuse(request, hosts) ?? elsewhere ?? plain ?? refuseForm(request),
  };
}

const notServed = (basePath: string): Refusal => ({
  status: 404,
  code: "not_found",
  message: `Nothing is served here. The dashboard is at ${basePath}, the path of PUBLIC_URL.`,
});

/** A listening server that passes requests to `current.handler`; until there is one it answers health checks alone. */
function listen(host: string, port: number, current: Current) {
  const reports = new ViolationReports((line) => console.error(line));
  const server = createServer(
    {
      requestTimeout: deadlines.server.uploadMs,
      headersTimeout: deadlines.server.headersMs,
      keepAliveTimeout: deadlines.server.keepAliveMs,
      connectionsCheckingInterval: paces.process.connectionsCheckedMs,
      shouldUpgradeCallback: offersWebSocket,
    },
    (request, response) => {
      const scope: RequestScope = { route: undefined };
      const beganMs = performance.now();
      const { method = "", url = "" } = request;
      // The framework flushes the head just before the first part of each body: two packets and system calls where one
      // does, a tenth of the work of a list.
      response.flushHeaders = () => undefined;
      addDefaultHeaders(response, current.headers, () =>
        countRequest({
          method,
          path: targetBelow(current.basePath, url)?.split("?", 1)[0] ?? "",
          route: scope.route,
          status: response.statusCode,
          seconds: (performance.now() - beganMs) / 1000,
        }),
      );
      if (!isShuttingDown()) {
        current.inFlight += 1;
        response.once("close", () => {
          current.inFlight -= 1;
        });
      }
      if (current.handler === undefined) {
        const health = healthWhileStarting(
          { method, url: targetBelow(current.basePath, url) },
          isShuttingDown(),
        );
        return health === undefined ? answer(response, starting()) : answerJson(response, health);
      }
      if (isShuttingDown() && isAct(request)) return answer(response, draining());
      const { client, target, refusal } = checked(request, current);
      if (!isUpload({ method, target })) limitBody(request, response, deadlines.server.requestMs);
      if (refusal !== undefined) return answer(response, refusal);
      if (isReport({ method, url: target })) {
        answerReport(request, response, reports);
        return;
      }
      stripInternalHeaders(request.headers);
      if (isMetrics(target)) request.url = `${current.basePath}/api${target}`;
      request.headers[peerHeader] = peerValue(client.address);
      if (isShuttingDown()) response.setHeader("connection", "close");
      if (answerCompressed(current.files, target.split("?", 1)[0] ?? "", request, response)) return;
      if (isLiveStream(target))
        response.setTimeout(deadlines.live.silentSocketMs, () => request.socket.destroy());
      handleTraced(current.handler, scope, request, response).catch((error: unknown) => {
        logFault("a request failed", error);
        if (response.headersSent) response.destroy();
        else answer(response, { status: 500, code: "internal_error", message: "The dashboard failed." });
      });
    },
  );
  server.maxConnections = maxConnections;
  // Ends clients that take nothing of their answer, too, also where the framework waits for them.
  server.timeout = deadlines.server.silentMs;
  return new Promise<Server>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

/**
 * Ends the process on SIGTERM, SIGINT, SIGHUP or when the parent's channel closes. Streams are closed, responses in flight get
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
  // Also for later ones, which would kill the process without a listener: npm forwards what the terminal or systemd has
  // already sent.
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => end(name));
  if (process.send !== undefined) process.once("disconnect", () => end("parent gone"));
}

function boundPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

async function start(args: readonly string[]): Promise<void> {
  refuseArguments(args, {
    who: "it",
    instead: "Settings are environment variables, as README.md lists them.",
    known: ["--dev"],
  });
  const dev = args.includes("--dev");
  const configuration = readConfiguration();
  const current: Current = {
    files: new Map(),
    hosts: new Set(),
    publicUrl: "",
    basePath: basePathOf(configuration.publicUrl),
    isTrusted: trustedProxies(configuration.trustedProxies),
    headers: defaultHeaders(configuration.publicUrl?.startsWith("https:") === true),
    inFlight: 0,
  };
  const server = await listen(configuration.host, configuration.port, current);
  const metricsServer = configuration.metrics && (await listenForMetrics(configuration.metrics));
  // Scraped to the end of the process, which it does not delay.
  metricsServer?.unref();
  endOnSignal(server, current);
  if (configuration.tracing !== undefined) {
    const { startTracing } = await import("../lib/server/tracing/open-telemetry.ts");
    startTracing(configuration.tracing);
  }
  const sessionSecret = configuration.sessionSecret ?? storedSecret(configuration.dataDir);
  const settings = settle(configuration, { port: boundPort(server), sessionSecret, development: dev });
  setAuditKey(settings.auditKey ?? sessionSecret);
  const store = await openStore(settings, () => process.send?.({ type: "updating" }));
  process.send?.({ type: "updated" });
  if (!(await isNewestRowOwn(store)))
    console.error(
      "dashboard: the newest row of the audit was signed with another key. Give AUDIT_KEY or NEXTAUTH_SECRET its previous value, the same on all replicas; `npm run audit -- verify` shows more.",
    );
  setDatabase(store);
  if (settings.databaseUrl !== undefined) exchangeChanges(store, settings.databaseUrl);
  const wanted = { username: settings.adminUsername, password: settings.adminPassword };
  // Without passwords, admins come from the groups of the OpenID provider.
  const admin: Awaited<ReturnType<typeof ensureAdmin>> = settings.signIn.password
    ? await ensureAdmin(store, wanted, Date.now())
    : { username: settings.adminUsername };
  // At once: the next start, should this one fail from here on, makes no other.
  if (admin.passwordCreated !== undefined) {
    console.log(`dashboard: user ${admin.username}, password ${admin.passwordCreated} (shown only once)`);
  }
  if (admin.isMissing)
    console.log(
      `dashboard: there is no account ${admin.username}; npm run accounts -- add ${admin.username} admin makes one`,
    );

  // In production the framework attaches its own listener to a server that never listens.
  serveUpgrades(server, {
    pathOf: (target) => targetBelow(current.basePath, target),
    refusalOf: (request) => checked(request, current).refusal,
    others: dev ? "leave" : "end",
  });
  const app = next({
    dev,
    dir: fileURLToPath(new URL("..", import.meta.url)),
    hostname: configuration.host,
    port: settings.port,
    quiet: true,
    httpServer: dev ? server : createServer(),
  });
  await app.prepare();
  const framework = app.getRequestHandler();
  current.hosts = hostsOf(settings.origins);
  current.publicUrl = settings.publicUrl;
  if (dev) current.handler = framework;
  else {
    const build = new URL(`../${buildFolder(settings.basePath)}/`, import.meta.url);
    current.files = readCompressedFiles(build);
    current.handler = withDirectReads(framework, readRoutePaths(build), settings.basePath);
  }
  markReady();
  console.log(`dashboard: ready on ${settings.publicUrl}`);
  process.send?.({ type: "ready", url: settings.publicUrl, ...admin });
}

function explain(error: unknown): string[] {
  if (error instanceof BadEnvironment) return [...error.lines];
  if (isStoreUnavailable(error)) return [error.message];
  if (error instanceof Error && "variable" in error) return [error.message];
  if (error instanceof Error && "code" in error) {
    if (error.code === "EADDRINUSE") return ["PORT is taken by another program; stop it or set PORT"];
    if (error.code === "EACCES") return ["PORT may not be used by this user; set PORT to 1024 or more"];
    if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
      return ["HOST is not an address of this machine"];
  }
  const text = error instanceof Error ? error.message : String(error);
  if (/production build/.test(text))
    return ["there is no build for this PUBLIC_URL; run npm run build with the same PUBLIC_URL"];
  return [text.split("\n")[0] ?? "unknown fault"];
}

// Everything that it writes is for its own user: folders 0700, files 0600.
process.umask(0o077);
installUncaughtErrorHandlers();
start(process.argv.slice(2)).catch((error: unknown) => {
  for (const line of explain(error)) console.error(`dashboard: ${line}`);
  process.exit(1);
});
