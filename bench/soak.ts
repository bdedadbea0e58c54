// The memory of the dashboard over minutes of the same load: operators with the overview open and logs in view. Everything
// that fills at first (the buffers of logs, caches) has a bound; what still grows when they are full is a leak. The usual
// load fills them in less than two minutes; `--minutes 30` takes the time, with logs that grow a quarter as fast.
// `HEAP_SNAPSHOTS=<folder>` writes a heap snapshot after half of it and at the end.

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
const streams = 500;
const sessions = 50;
const listening = z.object({ port: z.number() });

interface Load {
  /** What is written to each log. */
  linesPerSecond: number;
  minutes: number;
  sampleEveryMs: number;
  /** After which code is compiled and caches are filled that do not depend on the lines. */
  settledMinutes: number;
}
const usual: Load = { linesPerSecond: 20, minutes: 3, sampleEveryMs: minuteMs / 8, settledMinutes: 1.75 };
const longer = (minutes: number): Load => ({
  ...usual,
  linesPerSecond: 5,
  minutes,
  sampleEveryMs: minuteMs,
  settledMinutes: 3,
});

interface Sample {
  minute: number;
  /** Received by all viewers so far. */
  lines: number;
  heapMb: number;
  externalMb: number;
  residentMb: number;
}

/** The topics of each viewer: together `streams` different logs, each viewed by one. */
const topicsOfViewers = Array.from({ length: viewers }, (_, viewer) =>
  Array.from({ length: streams }, (_unused, at) => at)
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
  { minute, lines }: Pick<Sample, "minute" | "lines">,
  snapshot: boolean,
): Promise<Sample> {
  const folder = process.env.HEAP_SNAPSHOTS;
  const file = snapshot && folder ? join(folder, `minute-${minute}.heapsnapshot`) : undefined;
  const heap = await collectedHeap(dashboard.child, file);
  return { minute, lines, ...heap, residentMb: residentMegabytes(dashboard.child.pid ?? 0) };
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
  const readers = topicsOfViewers.map((topics, at) =>
    readStream(dashboard.url, topics, { cookie: cookies[at] ?? "" }),
  );
  const samples: Sample[] = [];
  const cpuBefore = cpuSecondsOf(dashboard.child.pid ?? 0);
  const startMs = performance.now();
  const last = Math.round((load.minutes * minuteMs) / load.sampleEveryMs);
  for (let at = 0; at <= last; at += 1) {
    await pause(Math.max(0, at * load.sampleEveryMs - (performance.now() - startMs)));
    const minute = (at * load.sampleEveryMs) / minuteMs;
    const received = readers.reduce((sum, { lines }) => sum + lines, 0);
    const hasSnapshot = at === Math.floor(last / 2) || at === last;
    const taken = await sample(dashboard, { minute, lines: received }, hasSnapshot);
    samples.push(taken);
    const mb = (value: number) => value.toFixed(1);
    log(
      `minute ${minute}: heap ${mb(taken.heapMb)}, external ${mb(taken.externalMb)}, resident ${mb(taken.residentMb)} MB, ${received} lines, ${connectionsOf(readers)}`,
    );
  }
  const cores = (cpuSecondsOf(dashboard.child.pid ?? 0) - cpuBefore) / ((performance.now() - startMs) / 1000);
  const open = readers.filter(({ isOpen }) => isOpen).length;
  stop.abort();
  for (const reader of readers) reader.leave();
  await Promise.allSettled(polling);
  if (samples.at(-1)?.lines === 0) throw new Error("No line arrived.");
  if (open < viewers) throw new Error(`Only ${open} of ${viewers} streams stayed open.`);
  return { samples, cores };
}

function figuresOf({ samples, cores }: Awaited<ReturnType<typeof measure>>, load: Load): Figure[] {
  const { linesPerSecond, minutes, settledMinutes } = load;
  const isFull = ({ minute, lines }: Sample) =>
    minute >= settledMinutes && lines >= streams * liveBounds.ringLines;
  const afterwards = samples.filter(isFull);
  const from = afterwards[0]?.minute ?? Number.NaN;
  const note = `${streams} logs at ${linesPerSecond} lines/s, ${viewers} viewers, minutes ${from} to ${minutes}`;
  const figure = (what: string, unit: string, ours: number): Figure => ({ id, what, unit, ours, note });
  const last = samples.at(-1);
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
