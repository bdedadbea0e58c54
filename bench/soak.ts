// The memory of the dashboard under the same load: operators with the overview open and logs in view. Everything that fills
// at first (the buffers of logs, caches) has a bound; what still grows when they are full is a leak. It is measured over a
// number of lines, from when every buffer is full: on a busy machine both take longer. `--minutes 30` takes the time, with
// twice as many logs that grow an eighth as fast. `HEAP_SNAPSHOTS=<folder>` writes a heap snapshot when the buffers are full
// and at the end.

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { bffHeaders } from "../lib/bff/headers.ts";
import { liveBounds, logTopic } from "../lib/bff/live.ts";
import { minuteMs } from "../lib/bff/time-units.ts";
import { type RunningDashboard, startDashboard } from "../tests/support/dashboard/dashboard.ts";
import {
  collectedHeap,
  memoryProbeOptions,
  residentMegabytes,
} from "../tests/support/programs/process-memory.ts";
import { startChild } from "./support/child.ts";
import { cpuSecondsOf } from "./support/cpu-time.ts";
import type { BenchOptions, Figure, Harness } from "./support/figure.ts";
import { productionVariables } from "./support/production-variables.ts";
import { readStream, type StreamReader } from "./support/stream-reader.ts";
import { createViewers, overviewEveryMs, overviewPaths } from "./support/viewers.ts";

const id = "T44";
const secret = "bench-session-secret-of-32-characters";
const viewers = 30;
const sessions = 50;
const listening = z.object({ port: z.number() });

interface Load {
  /** Each viewed by one operator. */
  logs: number;
  /** What is written to each log. */
  linesPerSecond: number;
  sampleEveryMs: number;
  /** After which code is compiled and caches are filled that do not depend on the lines. */
  settledMs: number;
  /** Measured once the buffers are full. */
  lines: number;
}
/** The buffers are full after 50 seconds; the lines take as long again. */
const usual: Load = {
  logs: 250,
  linesPerSecond: 40,
  sampleEveryMs: 5_000,
  settledMs: minuteMs,
  lines: 500_000,
};
/** The buffers are full after seven minutes. */
const longer = (minutes: number): Load => ({
  logs: 500,
  linesPerSecond: 5,
  sampleEveryMs: minuteMs,
  settledMs: 3 * minuteMs,
  lines: Math.max(3, minutes - 7) * 60 * 5 * 500,
});
/** On a busy machine all of it may take so many times as long. */
const patience = 4;

interface Sample {
  minute: number;
  /** Received by all viewers so far. */
  lines: number;
  /** Every buffer is full. */
  isFull: boolean;
  heapMb: number;
  externalMb: number;
  residentMb: number;
}

/** The topics of each viewer: together so many different logs, each viewed by one. */
const topicsOfViewers = (logs: number) =>
  Array.from({ length: viewers }, (_, viewer) =>
    Array.from({ length: logs }, (_unused, at) => at)
      .filter((at) => at % viewers === viewer)
      .map((at) =>
        logTopic({
          sessionId: `session${String(at % sessions).padStart(3, "0")}`,
          log: { source: "path", path: `/var/log/${Math.floor(at / sessions)}.log` },
        }),
      ),
  );

/** Requests what an open overview requests, at its interval, until it is stopped. */
async function pollOverview(url: string, cookie: string, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const startMs = performance.now();
    for (const path of overviewPaths) {
      // An operator who does nothing for half an hour is signed out.
      const answer = await fetch(`${url}${path}`, { headers: { cookie, [bffHeaders.active]: "1" } });
      await answer.arrayBuffer();
      if (answer.status === 401) throw new Error("A viewer was signed out.");
    }
    await pause(Math.max(0, overviewEveryMs - (performance.now() - startMs)));
  }
}

async function sample(
  dashboard: RunningDashboard,
  received: Pick<Sample, "minute" | "lines" | "isFull">,
  snapshot: boolean,
): Promise<Sample> {
  const folder = process.env.HEAP_SNAPSHOTS;
  const name = `minute-${received.minute.toFixed(2)}.heapsnapshot`;
  const heap = await collectedHeap(dashboard.child, snapshot && folder ? join(folder, name) : undefined);
  return { ...received, ...heap, residentMb: residentMegabytes(dashboard.child.pid ?? 0) };
}

function connectionsOf(readers: readonly StreamReader[]): string {
  const open = readers.filter(({ isOpen }) => isOpen).length;
  return `${open} streams open after ${readers.reduce((sum, { connections }) => sum + connections, 0)} connections`;
}

/** The slope of a line through the samples, in MB for each 100,000 lines. */
function slope(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (of: (each: Sample) => number) =>
    samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const at = ({ lines }: Sample) => lines / 100_000;
  const [x, y] = [mean(at), mean(value)];
  const above = mean((each) => (at(each) - x) * (value(each) - y));
  return above / mean((each) => (at(each) - x) ** 2);
}

async function measure(dashboard: RunningDashboard, load: Load, log: (message: string) => void) {
  const cookies = await createViewers(await dashboard.store(), secret, viewers);
  const stop = new AbortController();
  const polling = cookies.map((cookie) => pollOverview(dashboard.url, cookie, stop.signal));
  const readers = topicsOfViewers(load.logs).map((topics, at) =>
    readStream(dashboard.url, topics, { cookie: cookies[at] ?? "" }),
  );
  const samples: Sample[] = [];
  const cpuBefore = cpuSecondsOf(dashboard.child.pid ?? 0);
  const startMs = performance.now();
  const sinceMs = () => performance.now() - startMs;
  const fillMs = Math.max(load.settledMs, (liveBounds.ringLines / load.linesPerSecond) * 1000);
  const linesMs = (load.lines / (load.logs * load.linesPerSecond)) * 1000;
  const lastMs = patience * (fillMs + linesMs);
  try {
    for (let isOver = false; !isOver; ) {
      await pause(Math.max(0, samples.length * load.sampleEveryMs - sinceMs()));
      if (sinceMs() > lastMs)
        throw new Error(`${load.lines} lines took longer than ${lastMs / minuteMs} minutes.`);
      const minute = sinceMs() / minuteMs;
      const lines = readers.reduce((sum, reader) => sum + reader.lines, 0);
      const isFull =
        sinceMs() >= load.settledMs && readers.every(({ leastLines }) => leastLines >= liveBounds.ringLines);
      const first = samples.find((each) => each.isFull);
      isOver = first !== undefined && lines - first.lines >= load.lines;
      const taken = await sample(
        dashboard,
        { minute, lines, isFull },
        isOver || (isFull && first === undefined),
      );
      samples.push(taken);
      const mb = (value: number) => value.toFixed(1);
      log(
        `minute ${minute.toFixed(2)}: heap ${mb(taken.heapMb)}, external ${mb(taken.externalMb)}, resident ${mb(taken.residentMb)} MB, ${lines} lines${isFull ? ", all buffers full" : ""}, ${connectionsOf(readers)}`,
      );
    }
    const cores = (cpuSecondsOf(dashboard.child.pid ?? 0) - cpuBefore) / (sinceMs() / 1000);
    const open = readers.filter(({ isOpen }) => isOpen).length;
    if (open < viewers) throw new Error(`Only ${open} of ${viewers} streams stayed open.`);
    return { samples, cores };
  } finally {
    stop.abort();
    for (const reader of readers) reader.leave();
    await Promise.allSettled(polling);
  }
}

function figuresOf({ samples, cores }: Awaited<ReturnType<typeof measure>>, load: Load): Figure[] {
  const { logs, linesPerSecond } = load;
  const afterwards = samples.filter(({ isFull }) => isFull);
  const [first, last] = [afterwards[0], afterwards.at(-1)];
  const lines = ((last?.lines ?? 0) - (first?.lines ?? 0)).toLocaleString("en");
  const note = `${logs} logs at ${linesPerSecond} lines/s, ${viewers} viewers, ${lines} lines from minute ${first?.minute.toFixed(1)} on`;
  const figure = (what: string, unit: string, ours: number): Figure => ({ id, what, unit, ours, note });
  return [
    { ...figure("memory of the dashboard at the end of the soak", "MB", last?.residentMb ?? Number.NaN) },
    { ...figure("its heap then, after a collection", "MB", last?.heapMb ?? Number.NaN) },
    {
      ...figure(
        "growth of its heap once the buffers of logs are full",
        "MB per 100,000 lines",
        slope(afterwards, ({ heapMb }) => heapMb),
      ),
      goal: { of: "value", bound: "most", than: 1 },
    },
    {
      ...figure(
        "growth of its resident memory then",
        "MB per 100,000 lines",
        slope(afterwards, ({ residentMb }) => residentMb),
      ),
    },
    {
      ...figure("CPU of the dashboard during the soak", "cores", cores),
      goal: { of: "value", bound: "most", than: 1 },
    },
  ];
}

async function run(log: (message: string) => void, options: BenchOptions): Promise<Figure[]> {
  const load = options.minutes === undefined ? usual : longer(options.minutes);
  const upstream = startChild("session-upstream.ts");
  try {
    const { port } = listening.parse(await upstream.request());
    await upstream.request({ linesPerSecond: load.linesPerSecond });
    const dashboard = await startDashboard({
      apiBaseUrl: `http://127.0.0.1:${port}`,
      token: "bench-upstream-token",
      variables: { ...productionVariables, NEXTAUTH_SECRET: secret, NODE_OPTIONS: memoryProbeOptions },
    });
    try {
      return figuresOf(await measure(dashboard, load, log), load);
    } finally {
      await dashboard.stop();
    }
  } finally {
    upstream.stop();
  }
}

export const harness: Harness = { needs: "build", isPaced: true, run };
