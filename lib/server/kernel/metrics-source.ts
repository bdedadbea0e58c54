// Where the metrics come from, for the port of their own: server/main.ts listens there before the layers are loaded that
// make them.
import { isLoopback } from "../../format/loopback.ts";
import { perProcess } from "./per-process.ts";

interface Source {
  /** The metrics as Prometheus text; rejects while the dashboard starts. */
  read: () => Promise<string>;
}

const source = perProcess(
  "metrics-source",
  (): Source => ({ read: () => Promise.reject(new Error("starting")) }),
);

/** The content type of the text (prometheus.io/docs/instrumenting/exposition_formats). */
export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

export const readMetrics = (): Promise<string> => source().read();

export function setMetricsSource(read: () => Promise<string>): void {
  source().read = read;
}

/**
 * Whether metrics that are served on `host` may be read under a Host header: on loopback only under its names, as a page
 * whose name leads there would be of the same origin; from the network under any name that Prometheus uses.
 */
export const isMetricsHost = (header: string, host: string): boolean =>
  (host !== "::1" && !isLoopback(host)) || isLoopback(header.replace(/:\d{1,5}$/, "").toLowerCase());
