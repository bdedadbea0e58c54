// The port of the metrics: no sign-in and no other address, for a Prometheus in the same network.
import { createServer, type Server } from "node:http";
import { isMetricsHost, metricsContentType, readMetrics } from "../lib/server/kernel/metrics-source.ts";
import { logRepeatedFault } from "../lib/server/kernel/repeated-faults.ts";

const maxConnections = 50;

/** A server of `GET /metrics` alone, which listens; `read` makes the text. Rejects when it cannot listen. */
export function listenForMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string> = readMetrics,
): Promise<Server> {
  const server = createServer((request, response) => {
    const end = (status: number, text: string, type = "text/plain; charset=utf-8") =>
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text);
    if (!isMetricsHost(request.headers.host ?? "localhost", host))
      return end(421, "On loopback, use the host 127.0.0.1, localhost or [::1].\n");
    if (request.url?.split("?", 1)[0] !== "/metrics") return end(404, "The metrics are at /metrics.\n");
    if (request.method !== "GET" && request.method !== "HEAD") return end(405, "Use GET.\n");
    return read().then(
      (text) => end(200, text, metricsContentType),
      (error: unknown) => {
        logRepeatedFault("the metrics could not be collected", error);
        end(503, "The metrics could not be collected.\n");
      },
    );
  });
  server.maxConnections = maxConnections;
  return new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(
        Object.assign(new Error(`METRICS_PORT cannot be used: ${error.message}`), {
          variable: "METRICS_PORT",
        }),
      ),
    );
    server.listen(port, host, () => resolve(server));
  });
}
