// The dashboard's HTTP server: checks each request, and passes it on to the handler of the framework once there is one.
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { isUpload, limitBody } from "../lib/server/http/body-deadline.ts";
import { clientOf, type TrustedProxies } from "../lib/server/kernel/client-address.ts";
import { countRequest } from "../lib/server/kernel/http-measurements.ts";
import { logFault } from "../lib/server/kernel/log.ts";
import { deadlines, paces, wholeSeconds } from "../lib/server/kernel/paces.ts";
import { peerHeader, peerValue } from "../lib/server/kernel/peer.ts";
import type { RequestScope } from "../lib/server/kernel/request-scope.ts";
import { isShuttingDown } from "../lib/server/kernel/shutdown.ts";
import { answerCompressed, type CompressedFiles } from "./compressed-files.ts";
import { healthWhileStarting } from "./health-while-starting.ts";
import {
  type Refusal,
  refuse,
  refuseForm,
  refusePlainHttp,
  stripInternalHeaders,
  targetBelow,
} from "./request-guard.ts";
import { type Handler, handleTraced } from "./traced-handler.ts";
import { offersWebSocket } from "./upgrades.ts";
import { answerReport, isReport, ViolationReports } from "./violation-reports.ts";

/** What requests are checked against; complete once there is a handler. */
export interface ServerContext {
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
export function checkRequest(
  { socket, method, url, headers, rawHeaders }: IncomingMessage,
  { hosts, publicUrl, basePath, isTrusted }: ServerContext,
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

/** A listening server that passes requests to `context.handler`; until there is one it answers health checks alone. */
export function listen(host: string, port: number, context: ServerContext) {
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
      addDefaultHeaders(response, context.headers, () =>
        countRequest({
          method,
          path: targetBelow(context.basePath, url)?.split("?", 1)[0] ?? "",
          route: scope.route,
          status: response.statusCode,
          seconds: (performance.now() - beganMs) / 1000,
        }),
      );
      if (!isShuttingDown()) {
        context.inFlight += 1;
        response.once("close", () => {
          context.inFlight -= 1;
        });
      }
      if (context.handler === undefined) {
        const health = healthWhileStarting(
          { method, url: targetBelow(context.basePath, url) },
          isShuttingDown(),
        );
        return health === undefined ? answer(response, starting()) : answerJson(response, health);
      }
      if (isShuttingDown() && isAct(request)) return answer(response, draining());
      const { client, target, refusal } = checkRequest(request, context);
      if (!isUpload({ method, target })) limitBody(request, response, deadlines.server.requestMs);
      if (refusal !== undefined) return answer(response, refusal);
      if (isReport({ method, url: target })) {
        answerReport(request, response, reports);
        return;
      }
      stripInternalHeaders(request.headers);
      if (isMetrics(target)) request.url = `${context.basePath}/api${target}`;
      request.headers[peerHeader] = peerValue(client.address);
      if (isShuttingDown()) response.setHeader("connection", "close");
      if (answerCompressed(context.files, target.split("?", 1)[0] ?? "", request, response)) return;
      if (isLiveStream(target))
        response.setTimeout(deadlines.live.silentSocketMs, () => request.socket.destroy());
      handleTraced(context.handler, scope, request, response).catch((error: unknown) => {
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
