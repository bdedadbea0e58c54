// P3: log lines from a process in a session, through a real service and dashboard, to many viewers.
import { setTimeout as pause } from "node:timers/promises";
import { liveQuery, logTopic } from "../lib/bff/live.ts";
import { operations } from "../lib/contract/operations/operations.ts";
import { type Fleet, startFleet } from "../tests/support/service/fleet.ts";
import { waitUntil } from "../tests/support/wait-until.ts";
import { cpuSecondsOf } from "./support/cpu-time.ts";
import type { Figure, Harness } from "./support/figure.ts";
import { type LogViewer, percentile, viewLog } from "./support/log-viewer.ts";
import { productionServiceVariables, productionVariables } from "./support/production-variables.ts";

const id = "P3";
const seconds = 8;
const partsPerSecond = 10;
const one = { sources: 1, viewers: 1, linesPerSecond: 20_000 } as const;
const many = { sources: 20, viewers: 200, linesPerSecond: 50 } as const;
const viewersPerOperator = 10;
const settleTimeoutMs = 60_000;
const line = /^flood \d+$/;

interface Load {
  readonly sources: number;
  readonly viewers: number;
  /** Per source. */
  readonly linesPerSecond: number;
}

interface Measured {
  /** (Lines delivered + lines counted as lost) ÷ lines written, over all viewers. */
  readonly accounted: number;
  readonly delivered: number;
  /** p99 delay from the service's reading of a line to its arrival, in milliseconds. */
  readonly delayMs: number;
  /** p99 delay of the same lines read directly from the service, in milliseconds. */
  readonly directDelayMs: number;
  /** CPU time of the dashboard ÷ elapsed time. */
  readonly cores: number;
}

async function command(fleet: Fleet, session: string, text: string): Promise<void> {
  const body = { command: "sh", args: ["-c", text] };
  await fleet.api.call(operations.execProcess, { params: { id: session }, body });
}

/** Starts a process that writes to all files, ten parts a second. */
async function startWriter(
  fleet: Fleet,
  session: string,
  files: readonly string[],
  load: Load,
): Promise<void> {
  const part = load.linesPerSecond / partsPerSecond;
  const writes = files.map(
    (file) => `seq -f "flood %.0f" $((i * ${part} + 1)) $(((i + 1) * ${part})) >> ${file}`,
  );
  const text = `i=0; while [ $i -lt ${seconds * partsPerSecond} ]; do ${writes.join("; ")}; i=$((i + 1)); sleep 0.1; done`;
  const body = { command: "sh", args: ["-c", text] };
  await fleet.api.call(operations.spawnProcess, { params: { id: session }, body });
}

async function measure(fleet: Fleet, load: Load, name: string): Promise<Measured> {
  const { session_id: session } = await fleet.api.call(operations.createBrowser, {
    body: { headless: true, timeout_seconds: 600 },
  });
  const files = Array.from({ length: load.sources }, (_, index) => `/tmp/${name}-${index}.log`);
  await command(fleet, session, files.map((file) => `echo begin > ${file}`).join("; "));

  const operators = Math.ceil(load.viewers / viewersPerOperator);
  const cookies: string[] = [];
  for (let at = 0; at < operators; at += 1) {
    cookies.push((await fleet.dashboard.signedIn("operator")).cookieHeader());
  }
  const fileOf = (index: number) => files[index % files.length] ?? "";
  const viewers = Array.from({ length: load.viewers }, (_, index) => {
    const topic = logTopic({ sessionId: session, log: { source: "path", path: fileOf(index) } });
    const cookie = cookies[Math.floor(index / viewersPerOperator)] ?? "";
    return viewLog(`${fleet.dashboard.url}/api/live?${liveQuery([{ topic }])}`, { cookie }, line);
  });
  const path = new URLSearchParams({ source: "path", path: fileOf(0), follow: "true" });
  const direct = viewLog(
    `${fleet.service.url}/browsers/${session}/logs/stream?${path}`,
    { authorization: `Bearer ${fleet.service.token}` },
    line,
  );
  const all = [...viewers, direct];
  await waitUntil("every viewer's stream is open", () => all.every((viewer) => viewer.open), settleTimeoutMs);

  const pid = fleet.dashboard.child.pid ?? 0;
  const [startMs, startSeconds] = [performance.now(), cpuSecondsOf(pid)];
  const written = seconds * load.linesPerSecond;
  const arrived = ({ delivered, counted }: LogViewer) => delivered + counted;
  await startWriter(fleet, session, files, load);
  await waitUntil(
    "every line has arrived",
    () => all.every((viewer) => !(arrived(viewer) < written)),
    settleTimeoutMs,
  ).catch(() => undefined);
  const cores = (cpuSecondsOf(pid) - startSeconds) / ((performance.now() - startMs) / 1000);
  // Time for duplicates to arrive.
  await pause(500);
  for (const viewer of all) viewer.leave();
  await fleet.api.call(operations.deleteBrowser, { params: { id: session } });
  const sum = (count: (viewer: LogViewer) => number) =>
    viewers.reduce((total, viewer) => total + count(viewer), 0) / (written * load.viewers);
  return {
    accounted: sum(arrived),
    delivered: sum(({ delivered }) => delivered),
    delayMs: percentile(
      viewers.flatMap(({ delaysMs }) => delaysMs),
      0.99,
    ),
    directDelayMs: percentile(direct.delaysMs, 0.99),
    cores,
  };
}

function figuresOf(title: string, measured: Measured): Figure[] {
  const figure = (what: string, unit: string, ours: number) => ({
    id,
    what: `${title}: ${what}`,
    unit,
    ours,
  });
  return [
    {
      ...figure("lines delivered or counted in a gap ÷ lines written", "", measured.accounted),
      goal: { of: "value", bound: "least", than: 1 },
    },
    {
      ...figure("lines delivered ÷ lines written", "", measured.delivered),
      goal: { of: "value", bound: "least", than: 1 },
    },
    {
      ...figure("delay added to the service's own, p99", "ms", measured.delayMs - measured.directDelayMs),
      goal: { of: "value", bound: "most", than: 150 },
    },
    {
      ...figure("processor time of the dashboard", "cores", measured.cores),
      goal: { of: "value", bound: "most", than: 0.5 },
    },
  ];
}

export const harness: Harness = {
  needs: "build",
  async run(log) {
    const fleet = await startFleet({
      throughRelay: false,
      service: productionServiceVariables,
      dashboard: productionVariables,
    });
    try {
      const first = await measure(fleet, one, "one");
      log(`one source: ${JSON.stringify(first)}`);
      const second = await measure(fleet, many, "many");
      log(`many sources: ${JSON.stringify(second)}`);
      return [
        ...figuresOf("one log at 20,000 lines/s", first),
        ...figuresOf("20 logs at 50 lines/s, 200 viewers", second),
      ];
    } finally {
      await fleet.stop();
    }
  },
};
