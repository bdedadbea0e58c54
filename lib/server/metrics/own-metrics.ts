// The process itself, the connection to the API, and the live streams, as they are when they are scraped.
import "server-only";
import { collectDefaultMetrics } from "prom-client";
import type { DiskSpace } from "../db/disk-usage.ts";
import { counter, gauge, registry } from "../kernel/measurements.ts";
import { perProcess } from "../kernel/per-process.ts";
import { streamFigures } from "../streams/stream-registry.ts";
import { recentUpstreamState } from "../upstream/health.ts";
import { breakerStates } from "../upstream/policy.ts";

interface OwnFigures {
  isStoreRead: boolean;
  isStoreWritable: boolean;
  disk: DiskSpace | undefined;
}

const instruments = perProcess("own-metrics", () => {
  // From the first scrape on: who does not scrape does not pay for the measuring of the event loop.
  collectDefaultMetrics({ register: registry("process") });
  // Sums of gauges under names that Prometheus keeps for counters; the same by type remain.
  for (const kind of ["handles", "requests", "resources"])
    registry("process").removeSingleMetric(`nodejs_active_${kind}_total`);
  return {
    up: gauge({
      name: "fleetdeck_upstream_up",
      help: "1: the API's last answer was good; 0: it failed; absent without a call in the last minute.",
    }),
    breakers: gauge({
      name: "fleetdeck_upstream_breaker_open",
      help: "1 while the circuit breaker of an operation of the API is open.",
      labels: ["operation"],
    }),
    storeUp: gauge({ name: "fleetdeck_store_up", help: "1: the store could be read for these metrics." }),
    storeWritable: gauge({
      name: "fleetdeck_store_writable",
      help: "1: the store takes writes; 0: it takes none, as on a full disk.",
    }),
    diskFree: gauge({
      name: "fleetdeck_disk_free_bytes",
      help: "Free bytes of the disk that DATA_DIR is on.",
    }),
    diskSize: gauge({ name: "fleetdeck_disk_size_bytes", help: "Bytes of the disk that DATA_DIR is on." }),
    viewers: gauge({ name: "fleetdeck_stream_viewers", help: "Open live streams of browsers." }),
    topics: gauge({ name: "fleetdeck_stream_topics", help: "Logs that are followed, also to store them." }),
    upstream: gauge({ name: "fleetdeck_stream_upstreams", help: "Open streams of the API." }),
    ringBytes: gauge({ name: "fleetdeck_stream_ring_bytes", help: "Memory of buffered log lines." }),
    lines: counter({ name: "fleetdeck_stream_lines_total", help: "Log lines received." }),
    gaps: counter({ name: "fleetdeck_stream_gaps_total", help: "Gaps in received logs." }),
  };
});

/** Sets the figures of the process; needs no store. `disk`: that of the data folder, undefined where it is unknown. */
export function setOwnMetrics({ isStoreRead, isStoreWritable, disk }: OwnFigures): void {
  const { up, storeUp, storeWritable, diskFree, diskSize, breakers, ...streams } = instruments();
  const { viewers, topics, upstream, ringBytes, lines, gaps } = streams;
  const state = recentUpstreamState();
  storeUp.set(isStoreRead ? 1 : 0);
  storeWritable.set(isStoreWritable ? 1 : 0);
  for (const [each, value] of [
    [diskFree, disk?.freeBytes],
    [diskSize, disk?.sizeBytes],
  ] as const) {
    if (value === undefined) each.remove();
    else each.set(value);
  }
  if (state === "unknown") up.remove();
  else up.set(state === "answering" ? 1 : 0);
  for (const { operation, open } of breakerStates()) breakers.set({ operation }, open ? 1 : 0);
  const figures = streamFigures();
  viewers.set(figures.viewers);
  topics.set(figures.topics);
  upstream.set(figures.upstreamStreams);
  ringBytes.set(figures.ringBytes);
  for (const [total, value] of [
    [lines, figures.lines],
    [gaps, figures.gaps],
  ] as const) {
    total.reset();
    total.inc(value);
  }
}
